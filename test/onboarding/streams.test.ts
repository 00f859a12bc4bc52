import { connect } from 'node:net'
import t from 'tap'
import type { OnboardingTurn } from '#src/contract/types.gen.ts'
import type { ProfileProvider } from '#src/research/providers/catalog.ts'
import { isLockAwaited } from '../support/citus.ts'
import { openReplica } from '../support/replica.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { createOnboardingClient, filterByKind, open } from './conversation.ts'

/** A provider whose search waits until the test releases it, and then finds one page. */
function createHeldSearch() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let requested = false
  const provider: ProfileProvider = {
    name: 'test',
    rateLimit: null,
    find: (_artist, send) =>
      send(async (signal) => {
        requested = true
        await Promise.race([promise, new Promise((stop) => signal.addEventListener('abort', stop, { once: true }))])
        return signal.aborted
          ? { failed: 'provider_unavailable' }
          : { found: [{ url: 'https://maraquill.example/', displayName: 'Mara Quill' }] }
      }),
  }
  return { provider, release: resolve, isAsked: () => requested }
}

async function listening(t: Loose, search: ProfileProvider, env: Record<string, string> = {}) {
  const context = await createTestContext(t, env, { profiles: search })
  const base = await context.app.listen({ port: 0, host: '127.0.0.1' })
  return { context, base }
}

/** Sends a turn over a socket of its own, which the test may cut. */
async function sendTurn(context: TestContext, base: string, turn: OnboardingTurn) {
  const { port } = new URL(base)
  const body = JSON.stringify(turn)
  const socket = connect(Number(port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => {})
  socket.write(
    [
      `POST /api/onboarding/${context.artistId}/chat HTTP/1.1`,
      `Host: 127.0.0.1`,
      `Authorization: Bearer ${await context.token('owner')}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  return { socket, received: () => received }
}

t.test('a client that disconnects in the middle of a turn loses nothing', async (t) => {
  const search = createHeldSearch()
  const { context, base } = await listening(t, search.provider)
  const { socket } = await sendTurn(context, base, open)
  await pollUntil(search.isAsked)
  socket.destroy()
  // The service has noticed the disconnect once it has no connection any more.
  await connections(context, 0)
  search.release()
  const candidate = await pollUntil(() => context.db.selectFrom('artist_profiles').selectAll().executeTakeFirst())
  t.match(candidate, { url: 'https://maraquill.example/', state: 'candidate' })
  const reopened = await createOnboardingClient(context).take(open)
  t.match(filterByKind(reopened, 'candidate'), [{ siteName: 'maraquill.example' }])
})

t.test('one turn of an onboarding runs at a time, also after its client disconnected; too many are 429', async (t) => {
  const search = createHeldSearch()
  const { context, base } = await listening(t, search.provider)
  const { socket } = await sendTurn(context, base, open)
  await pollUntil(search.isAsked)
  socket.destroy()
  const turns = Array.from({ length: 20 }, () => createOnboardingClient(context).send(open))
  const refused = await Promise.race(turns)
  t.match(refused, { status: 429, body: { code: 'rate_limited' } })
  t.ok(Number(refused.headers['retry-after']) > 0)
  const another = createOnboardingClient(context, 'admin').send(open)
  search.release()
  t.match(await another, { status: 200 }, 'another user has a conversation of their own')
  const statuses = (await Promise.all(turns)).map(({ status }) => status)
  t.equal(statuses.filter((status) => status === 200).length, 9)
  t.equal(statuses.filter((status) => status === 429).length, 11)
})

t.test('a waiting turn is not taken when its client disconnects', async (t) => {
  const search = createHeldSearch()
  const { context, base } = await listening(t, search.provider)
  const first = createOnboardingClient(context).send(open)
  await pollUntil(search.isAsked)
  const { socket } = await sendTurn(context, base, { type: 'confirm_profiles', addedLinks: [], removedSiteNames: [] })
  await connections(context, 1)
  socket.destroy()
  await connections(context, 0)
  search.release()
  t.match(await first, { status: 200 })
  t.match(await createOnboardingClient(context).send(open), { status: 200 })
  t.match(await createOnboardingClient(context).state(), { currentStep: 'profiles' })
})

const connections = (context: TestContext, expected: number) =>
  pollUntil(
    () =>
      new Promise<boolean>((resolve) =>
        context.app.server.getConnections((_error, count) => resolve(count === expected)),
      ),
  )

t.test('a stream is sent as it comes: nothing between holds it back or keeps it', async (t) => {
  const search = createHeldSearch()
  const { context, base } = await listening(t, search.provider)
  const { socket, received } = await sendTurn(context, base, open)
  t.teardown(() => socket.destroy())
  await pollUntil(() => received().includes('"kind":"progress"'))
  t.match(received(), /^HTTP\/1\.1 200 OK/)
  t.match(received(), /content-type: text\/event-stream\r\n/i)
  t.match(received(), /x-accel-buffering: no\r\n/i, 'no proxy holds the events back')
  t.match(received(), /cache-control: private, no-store\r\n/i)
  t.notMatch(received(), /"kind":"step"/)
  search.release()
  await pollUntil(() => received().includes('"kind":"step"'))
})

t.test('of two turns in two processes that both find the step open, one is taken', async (t) => {
  const context = await createTestContext(t)
  const here = createOnboardingClient(context)
  const there = createOnboardingClient({
    ...(await openReplica(t, context)),
    artistId: context.artistId,
  })
  await here.take(open)
  // These turns have no event: a page that does not exist is not removed.
  const turn = (site: string): OnboardingTurn => ({
    type: 'confirm_profiles',
    addedLinks: [],
    removedSiteNames: [site],
  })
  const { turns } = await context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('onboarding').select('artist_id').forUpdate().execute()
    const turns = Promise.all([here.take(turn('one')), there.take(turn('other'))])
    await pollUntil(() => isLockAwaited(context.db, 2))
    return { turns }
  })
  const ends = (await turns).map((events) => events.at(-1))
  t.same(ends.map(({ kind }) => kind).sort(), ['error', 'step'])
})
