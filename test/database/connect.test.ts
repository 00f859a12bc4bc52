import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { type ConnectedDatabase, connect } from '#src/database/connect.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { freshDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

const { pool, timeouts } = loadConfig({})

function openOneConnection(t: Test, url: string): ConnectedDatabase {
  const database = connect({ url, pool: { ...pool, max: 1 }, timeouts, applicationName: 'sittings test' })
  t.teardown(() => database.close())
  return database
}

t.test('column values', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const read = async (expression: string) =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db)).rows[0]?.value
  t.equal(await read('count(*)'), 1, 'a count is a number')
  t.equal(await read('9007199254740991::int8'), Number.MAX_SAFE_INTEGER)
  await t.rejects(
    read('9007199254740992::int8'),
    { name: 'RangeError' },
    'beyond exact numbers is an error, not a rounding',
  )
  t.same(
    await read(`'2026-03-01T10:00:00.123+02'::timestamptz`),
    new Date('2026-03-01T08:00:00.123Z'),
    'an instant keeps milliseconds',
  )
  t.equal(await read(`'2026-03-01'::date`), '2026-03-01', 'a day is no instant')
  t.same(await read(`'{"a": [1, "é"]}'::jsonb`), { a: [1, 'é'] })
  t.equal(await read(`null::int8`), null)
  t.equal(await read('1.10::numeric'), '1.10')
})

t.test('a statement that a migration made stale fails once, and the connection pool recovers', async (t) => {
  const { url } = await freshDatabase(t)
  const { db } = openOneConnection(t, url)
  await queryOnce(url, 'create table shapes (a int)')
  const shapes = prepareQuery((db, { n }: { n: number }) => sql`select * from shapes where ${n}::int = 1`.compile(db))
  const read = () => runQuery(db, shapes({ n: 1 }))
  await read()
  await queryOnce(url, 'alter table shapes add column b int')
  const error = await read().catch((caught: unknown) => caught)
  t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
  await read()
})

t.test('a connection that breaks while idle is reported and replaced; closing twice is harmless', async (t) => {
  const { url } = await freshDatabase(t)
  const reported: string[] = []
  const database = connect({
    url,
    pool,
    timeouts,
    applicationName: 'idle',
    onIdleError: ({ message }) => reported.push(message),
  })
  await sql`select 1`.execute(database.db)
  await queryOnce(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'idle' and datname = current_database()`,
  )
  await pollUntil(() => reported.length > 0)
  await sql`select 1`.execute(database.db)
  await Promise.all([database.close(), database.close()])
  t.match(toDatabaseProblem(await sql`select 1`.execute(database.db).catch((caught: unknown) => caught)), {
    code: 'persistence_unavailable',
  })
})
