import t from 'tap'
import { parseEvents } from '#src/clients/conformance/response.ts'
import { isLockAwaited } from '../support/citus.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { holdLocks } from '../support/locks.ts'
import { openReplica } from '../support/replica.ts'
import { countConnections } from '../support/sockets.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { createCatalogOfPages, createOnboardingClient, filterByKind, open } from './conversation.ts'

/** A catalogue whose search waits until the test releases it, and then finds one page. */
function createHeldSearch() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let requested = false
  const catalog = createCatalogOfPages({ url: 'https://maraquill.example/', displayName: 'Mara Quill' })
  const { listProfiles } = catalog
  catalog.listProfiles = async (id, signal) => {
    requested = true
    await Promise.race([promise, new Promise((stop) => signal.addEventListener('abort', stop, { once: true }))])
    return signal.aborted ? { failed: 'provider_unavailable' } : await listProfiles(id, signal)
  }
  return { catalog, release: resolve, isAsked: () => requested }
}

/** A service that listens, whose first turn has come to its search. */
async function beginSearch(t: Loose) {
  const search = createHeldSearch()
  const context = await createListeningContext(t, {}, { catalog: search.catalog })
  const client = new AbortController()
  const path = `/api/onboarding/${context.artistId}/chat`
  const turn = await context.send('owner', 'POST', path, open, {}, client.signal)
  await pollUntil(search.isAsked)
  return { context, search, turn, disconnect: () => client.abort(), ...createOnboardingClient(context) }
}

t.test('events are sent as they come, and a client that disconnects within a turn loses nothing', async (t) => {
  const { context, search, turn, disconnect, take } = await beginSearch(t)
  const reader = (turn.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('"kind":"progress"')) received += (await reader.read()).value
  t.notMatch(received, /"kind":"step"/)
  t.match(Object.fromEntries(turn.headers), {
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
    'cache-control': 'private, no-store',
  })
  disconnect()
  await reader.closed.catch(() => {})
  // The service has noticed the disconnect once it has no connection any more.
  await pollUntil(async () => (await countConnections(context.app)) === 0)
  search.release()
  const candidate = await pollUntil(() => context.db.selectFrom('artist_profiles').selectAll().executeTakeFirst())
  t.match(candidate, { url: 'https://maraquill.example/', state: 'candidate' })
  t.match(filterByKind(await take(open), 'candidate'), [{ siteName: 'maraquill.example' }])
})

t.test('a turn ends within 55 seconds and says so, and its work is saved all the same', async (t) => {
  const { setTimeout } = globalThis
  const hasten = (run: () => void, ms: number) => setTimeout(run, ms > 45_000 && ms <= 55_000 ? 1 : ms)
  t.intercept(globalThis, 'setTimeout', { value: hasten })
  const { context, search, turn } = await beginSearch(t)
  t.match(parseEvents(await turn.text()).slice(-2), [
    { kind: 'chat', text: /^This takes longer\. It goes on without you/ },
    { kind: 'step', currentStep: 'profiles' },
  ])
  search.release()
  await pollUntil(() => context.db.selectFrom('artist_profiles').selectAll().executeTakeFirst())
})

t.test('one turn of an onboarding runs at a time, also after its client disconnected; too many are 429', async (t) => {
  const { context, search, disconnect, send } = await beginSearch(t)
  disconnect()
  const inCapitals = createOnboardingClient(context, 'owner', context.artistId.toUpperCase())
  const turns = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? send : inCapitals.send)(open))
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

t.test('of two turns in two processes that both find the step open, one is taken', async (t) => {
  const context = await createTestContext(t)
  const here = createOnboardingClient(context)
  const there = createOnboardingClient({ ...(await openReplica(t, context)), artistId: context.artistId })
  await here.take(open)
  // These turns have no event: a page that does not exist is not removed.
  const removing = { type: 'confirm_profiles', addedLinks: [] as { url: string }[] } as const
  const holding = await holdLocks(context.database, 'select from onboarding for update')
  const turns = Promise.all([
    here.take({ ...removing, removedSiteNames: ['one'] }),
    there.take({ ...removing, removedSiteNames: ['other'] }),
  ])
  await pollUntil(() => isLockAwaited(context.db, 2))
  await holding.end()
  const ends = (await turns).map((events) => events.at(-1))
  t.same(ends.map(({ kind }) => kind).sort(), ['error', 'step'])
})
