import t from 'tap'
import { createArtistClient, createClient } from '../../src/clients/typescript/index.ts'
import { buildCitation, createTestContext } from '../support/test-context.ts'

/** More than half of the requests meet a fault that a client has to overcome by itself. */
const rules = '503=0.15,lost-commit=0.15,lost-reply=0.15,lost-request=0.1,slow:5=0.05'

t.test('a client that follows the contract completes a sitting in the sandbox’s chaos, saved once', async (t) => {
  const context = await createTestContext(t, { CHAOS: rules, CHAOS_SEED: '4' })
  const source = await context.addSource('She said “we kept the first take”, and then she laughed.')
  const references = [buildCitation(source, 'we kept the first take')]
  const retried: number[] = []
  const client = createClient({
    baseUrl: await context.app.listen({ host: '127.0.0.1', port: 0 }),
    token: await context.token('owner'),
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
