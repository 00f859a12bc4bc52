import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { ask, listQuestions } from '../questions/questions.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'

const tenAtOnce = <T>(send: (at: number) => Promise<T>) => Promise.all(Array.from({ length: 10 }, (_, at) => send(at)))
const listJobs = ({ db }: TestContext) =>
  db.selectFrom('artist_research_jobs').select(['kind', 'requests']).orderBy('kind').execute()

t.test('of ten recoveries at once one is queued, and the others get the message that it is under way', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId, call } = context
  const id = uuidv7()
  const row = { artist_id: artistId, kind: 'vault', curation: 'approved', url: 'https://press.example/one' }
  await db
    .insertInto('sources')
    .values({ ...row, source_id: `vault:${id}` })
    .execute()
  const path = `/api/artist/${artistId}/knowledge/sources/extract`
  const sent = await tenAtOnce(() => call('owner', 'POST', path, { sourceIds: [id] }))
  t.same(sent.map(({ status }) => status).sort(), [202, ...Array(9).fill(409)])
  t.same(new Set(sent.flatMap(({ status, body }) => (status === 409 ? body.code : []))), new Set(['work_in_progress']))
  t.same(await listJobs(context), [{ kind: 'source_search', requests: 1 }])
})

t.test('ten refreshes at once queue each kind once', async (t) => {
  const context = await createTestContext(t)
  const path = `/api/artist/${context.artistId}/research/refresh`
  const sent = await tenAtOnce(() => context.call('owner', 'POST', path, {}))
  t.same(
    sent.map(({ status }) => status),
    Array(10).fill(200),
  )
  t.equal(sent.filter(({ body }) => /is queued/.test(body.message)).length, 1)
  const kinds = ['latest_refresh', 'lore_refresh', 'social_ingest', 'source_search']
  t.same(
    await listJobs(context),
    kinds.map((kind) => ({ kind, requests: 1 })),
  )
})

t.test('ten equal questions at once are one job; of ten different ones one is queued', async (t) => {
  const context = await createTestContext(t)
  const equal = await tenAtOnce(() => ask(context))
  t.same(
    equal.map(({ status }) => status),
    Array(10).fill(202),
  )
  t.equal(equal.filter(({ body }) => !body.reused).length, 1)
  t.equal((await listQuestions(context)).length, 1)
  const other = await createTestContext(t)
  const different = await tenAtOnce((at) => ask(other, { topic: `the pump organ of song ${at}` }))
  t.same(different.map(({ status }) => status).sort(), [202, ...Array(9).fill(429)])
  t.equal((await listQuestions(other)).length, 1)
})
