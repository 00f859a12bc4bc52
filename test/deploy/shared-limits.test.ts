import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { recordSchemaState } from '#src/database/violations.ts'
import { openRateLimitStore } from '#src/http/rate-limit/postgres-store.ts'
import { assertConforms } from '../support/conforms.ts'
import { freshDatabase } from '../support/database.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

/** Another process's service over the same database. */
async function beside(t: Test, context: TestContext) {
  const app = await buildApp(
    context.config,
    { db: context.db, newId: () => uuidv7(), providers: {} },
    async () => undefined,
    context.database.pool,
  )
  t.teardown(() => app.close())
  return async (subject: string, path: string) => {
    const authorization = `Bearer ${await context.token(subject)}`
    const { statusCode, headers, payload } = await app.inject({ url: path, headers: { authorization } })
    const answer = { status: statusCode, headers: headers as Record<string, string>, body: JSON.parse(payload) }
    assertConforms('GET', path, answer)
    return answer
  }
}

const buildEvidencePath = ({ artistId }: TestContext) => `/api/artist/${artistId}/research/evidence/${uuidv7()}`

for (const [store, served] of [
  ['postgres', 5],
  ['memory', 10],
] as const) {
  t.test(`two services with counters in ${store} serve a caller ${served} times at a limit of 5`, async (t) => {
    const context = await createTestContext(t, { RATE_LIMIT_STORE: store, RATE_COSTLY_PER_MINUTE: '5' })
    const other = await beside(t, context)
    const calls = Array.from({ length: 8 }, () => [
      context.call('owner', 'GET', buildEvidencePath(context)),
      other('owner', buildEvidencePath(context)),
    ])
    const answers = await Promise.all(calls.flat())
    const refused = answers.filter(({ status }) => status === 429)
    t.equal(answers.length - refused.length, served)
    for (const { body, headers } of refused) {
      t.equal(body.code, 'rate_limited')
      t.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60, 'the rest of the minute')
    }
    t.equal((await other('admin', buildEvidencePath(context))).status, 404, 'another caller has a limit of its own')
  })
}

const window = { max: 3, windowMs: 60_000 }
const never = (error: unknown) => t.fail(String(error))
const readRows = async ({ db }: Pick<TestContext, 'db'>) =>
  await db.selectFrom('rate_limit_counters').selectAll().execute()

t.test('concurrent requests get a count of their own each, in any number of processes', async (t) => {
  const { database } = await freshDatabase(t)
  const processes = Array.from({ length: 4 }, () => openRateLimitStore(database.db, never))
  const callers = ['a', 'b', 'c']
  const requests = processes.flatMap(({ take }) =>
    callers.flatMap((caller) => Array.from({ length: 50 }, () => take(caller, { ...window, max: 1_000 }))),
  )
  const places = (await Promise.all(requests)).map(({ used: usage }) => usage)
  t.same(
    places.toSorted((a, b) => a - b),
    Array.from({ length: 600 }, (_, at) => Math.floor(at / 3) + 1),
  )
})

t.test('a caller over its limit is not counted further, and starts again with the next window', async (t) => {
  const { database } = await freshDatabase(t)
  const { db } = database
  const { take } = openRateLimitStore(db, never)
  const counts: number[] = []
  for (let times = 0; times < 6; times += 1) counts.push((await take('caller', window)).used)
  t.same(counts, [1, 2, 3, 4, 4, 4])
  t.match(await readRows({ db }), [{ taken: 4 }], 'the database was asked no more')
  await sql`update rate_limit_counters set ends_at = now() - interval '1 second'`.execute(db)
  const other = openRateLimitStore(db, never)
  t.match(await other.take('caller', window), { used: 1 })
  const { used: second, remainingMs } = await other.take('caller', window)
  t.equal(second, 2, 'in a window that has begun')
  t.ok(remainingMs > window.windowMs / 2 && remainingMs <= window.windowMs)
})

t.test('a caller is stored as a hash, and expired rows are removed', async (t) => {
  const { database } = await freshDatabase(t)
  const { db } = database
  await openRateLimitStore(db, never).take('user mara', window)
  const [row] = await readRows({ db })
  t.match(row?.caller, /^[a-f0-9]{64}$/)
  await sql`update rate_limit_counters set ends_at = now() - interval '61 seconds'`.execute(db)
  // A process that has not removed anything for a minute does so after the next counted request.
  let now = performance.now()
  t.intercept(performance, 'now', { value: () => now })
  const { take } = openRateLimitStore(db, never)
  now += 61_000
  await take('user ivo', window)
  await pollUntil(async () => (await readRows({ db })).every(({ caller }) => caller !== row?.caller))
})

t.test('a request that cannot be counted is refused, and the next one is counted again', async (t) => {
  const context = await createTestContext(t, { RATE_LIMIT_STORE: 'postgres' })
  // Another test of this process may have found the schema migrated; then a missing table is no outage.
  recordSchemaState({ isMigrated: false })
  await sql`alter table rate_limit_counters rename to away`.execute(context.db)
  const refused = await context.call('owner', 'GET', buildEvidencePath(context))
  t.match(refused, { status: 503, body: { code: 'persistence_unavailable' }, headers: { 'retry-after': /\d+/ } })
  await sql`alter table away rename to rate_limit_counters`.execute(context.db)
  t.equal((await context.call('owner', 'GET', buildEvidencePath(context))).status, 404)
})
