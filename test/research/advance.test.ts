import { once } from 'node:events'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { Catalog } from '#src/research/providers/catalog.ts'
import { createCatalogOfPages } from '../onboarding/conversation.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { enqueue, readJob } from './slices.ts'

const advance = (context: TestContext, body?: unknown) => context.call(null, 'POST', '/api/research/advance', body)
const scheduler = (context: TestContext, headers: Record<string, string> = {}) =>
  context.call(null, 'GET', '/api/research/advance', undefined, headers)

const ofOther = ({ db, otherArtistId: artistId }: TestContext) => ({ db, artistId })

/** An artist whose catalogue throws an error. */
const createBrokenContext = (t: Test) => {
  const find = () => Promise.reject(new Error('canary'))
  return createTestContext(t, {}, { catalog: { ...createCatalogOfPages(), find } })
}

t.test('the response describes the slice with its job, kind, artist and progress', async (t) => {
  const context = await createTestContext(t)
  const { artistId } = context
  const jobId = await enqueue(context, 'lore_refresh')
  const { body } = await advance(context)
  const slice = { ran: true, jobId, kind: 'lore_refresh', artistId, done: true, waiting: false }
  t.strictSame(body, { status: 'ok', ...slice, progress: body.progress })
  t.strictSame((await advance(context)).body, { status: 'ok', ran: false })
})

t.test('only jobs of the requested artist and kinds are claimed', async (t) => {
  const context = await createTestContext(t)
  const { artistId, otherArtistId } = context
  await enqueue(context, 'lore_refresh')
  await enqueue(ofOther(context), 'social_ingest')
  const idle = { status: 'ok', ran: false }
  t.strictSame((await advance(context, { artistId, kinds: ['social_ingest'] })).body, idle)
  t.strictSame((await advance(context, { kinds: ['source_search', 'latest_refresh'] })).body, idle)
  t.strictSame((await advance(context, { artistId: uuidv7() })).body, idle, 'an artist who does not exist has no work')
  t.match((await advance(context, { artistId: otherArtistId.toUpperCase() })).body, { kind: 'social_ingest' })
  t.match((await advance(context, { kinds: ['lore_refresh', 'social_ingest'] })).body, {
    artistId,
    kind: 'lore_refresh',
  })
})

t.test('a failed slice is a 200 with a fixed message; its job pauses and blocks no other', async (t) => {
  const context = await createBrokenContext(t)
  await enqueue(context, 'latest_refresh')
  const { status, body } = await advance(context)
  t.equal(status, 200)
  t.strictSame(body, { status: 'error', error: 'advance failed', ran: false })
  t.strictSame((await advance(context)).body, { status: 'ok', ran: false })
  await enqueue(context, 'social_ingest')
  t.match((await advance(context)).body, { status: 'ok', ran: true, kind: 'social_ingest' })
})

t.test('the scheduler runs every due slice of all artists, also after failed ones', async (t) => {
  const context = await createBrokenContext(t)
  await enqueue(ofOther(context), 'lore_refresh')
  await enqueue(context, 'social_ingest')
  t.match((await scheduler(context)).body, { status: 'ok', ran: true, slices: [{ ran: true }, { ran: true }] })
  t.strictSame((await scheduler(context)).body, { status: 'ok', ran: false, slices: [] })
  const unknown = await context.call(null, 'GET', '/api/research/advance?limit=1')
  t.match(unknown, { status: 400, body: { error: /query\.limit/ } })
  await enqueue(context, 'latest_refresh')
  await enqueue(ofOther(context), 'social_ingest')
  const { body } = await scheduler(context)
  t.match(body, { status: 'error', ran: true })
  const progress = 'The slice failed and will be tried again after a pause'
  const failed = body.slices.find(({ ran }: { ran: boolean }) => !ran)
  t.match(failed, { kind: 'latest_refresh', progress, done: false, waiting: false })
  t.notMatch(JSON.stringify(body), 'canary')
})

t.test('a slice that a shutdown interrupts is released: 503, and due again', async (t) => {
  const asked = Promise.withResolvers<void>()
  const find: Catalog['find'] = async (_artist, signal) => {
    asked.resolve()
    await once(signal, 'abort')
    throw signal.reason
  }
  const context = await createTestContext(t, {}, { catalog: { ...createCatalogOfPages(), find } })
  const id = await enqueue(context, 'latest_refresh')
  const answer = advance(context)
  await asked.promise
  const closed = context.app.close()
  t.match(await answer, { status: 503, body: { code: 'shutting_down' } })
  await closed
  t.match(await readJob(context, id), { state: 'pending', attempts: 0, lease_token: null })
})
