import t from 'tap'
import { createArtistClient, createClient } from '../../src/clients/typescript/index.ts'
import { buildCitation, createTestContext } from '../support/test-context.ts'

/** Every second request meets a fault that a client has to overcome by itself. */
const faults = ['503', 'lost-commit', 'lost-reply', 'lost-request']

t.test('a client that follows the contract completes a sitting in the sandbox’s chaos, saved once', async (t) => {
  const context = await createTestContext(t, { CHAOS: 'on-demand' })
  const source = await context.addSource('She said “we kept the first take”, and then she laughed.')
  const references = [buildCitation(source, 'we kept the first take')]
  const retried: number[] = []
  let requests = 0
  const client = createClient({
    baseUrl: await context.app.listen({ host: '127.0.0.1', port: 0 }),
    token: await context.token('owner'),
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      const fault = requests % 2 === 0 ? (faults[(requests / 2) % faults.length] ?? 'none') : 'none'
      headers.set('x-chaos', fault)
      requests += 1
      return fetch(url, { ...init, headers })
    },
    retry: { triesMax: 50, deadlineMs: 300_000 },
    onRetry: ({ waitMs }) => retried.push(waitMs),
  })
  const artist = createArtistClient(client, context.artistId)
  const session = await artist.start()
  const prepare = () => ({ question: 'What did the first take have?', references })
  const question = await artist.offer({ session, ordinal: 1, prepare })
  const answered = await artist.answer(question, 'The bell. 🔔')
  await artist.revise(answered, 'The bell, and rain.', { note: 'Rain' })
  const again = await artist.offer({ session, ordinal: 2, prepare })
  await artist.skip(again)
  const { session: finished } = await artist.finish(session)

  t.match(finished, {
    state: 'finished',
    questions: [{ state: 'answered', answer: 'The bell, and rain.' }, { state: 'skipped' }],
  })
  t.ok(retried.length > 3, `${retried.length} times it tried again`)
  const rows = await context.db.selectFrom('response_versions').select('answer').orderBy('number').execute()
  t.same(
    rows.map(({ answer }) => answer),
    ['The bell. 🔔', 'The bell, and rain.'],
  )
  t.equal((await context.db.selectFrom('interview_sessions').select('id').execute()).length, 1)
})
