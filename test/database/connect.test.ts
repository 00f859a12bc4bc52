import { sql } from 'kysely'
import t from 'tap'
import { viewInstant } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { freshDatabase, openPool } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

t.test('column values', async (t) => {
  const { db } = await freshDatabase(t)
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
  const { db } = openPool(t, url, { pool: { max: 1 } })
  await queryOnce(url, 'create table shapes (a int)')
  const shapes = prepareQuery((db, { n }: { n: number }) => sql`select * from shapes where ${n}::int = 1`.compile(db))
  const read = () => runQuery(db, shapes({ n: 1 }))
  await read()
  await queryOnce(url, 'alter table shapes add column b int')
  const error = await read().catch((caught: unknown) => caught)
  t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
  await read()
})

t.test('a connection that breaks while idle is replaced; closing twice is harmless', async (t) => {
  const { url } = await freshDatabase(t)
  const database = openPool(t, url, { applicationName: 'idle' })
  await sql`select 1`.execute(database.db)
  await queryOnce(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'idle' and datname = current_database()`,
  )
  await pollUntil(() => database.pool.totalCount === 0)
  await sql`select 1`.execute(database.db)
  await Promise.all([database.close(), database.close()])
  t.match(toDatabaseProblem(await sql`select 1`.execute(database.db).catch((caught: unknown) => caught)), {
    code: 'persistence_unavailable',
  })
})

/** The Date is the reference for both directions. */
const meant = (instant: string) => new Date(instant).toISOString()

t.test('an instant is the same from a column, from one cast to text and from inside a JSON aggregate', async (t) => {
  const { db } = await freshDatabase(t)
  const { rows } = await sql<{ column: Date; inside: string; cast: string }>`
    select at as column, to_json(at)#>>'{}' as inside, at::text as cast
    from generate_series('2026-02-27T23:59:58.995Z'::timestamptz, '2026-03-01T00:00:02Z', '1 hour 7.003 seconds') as at
    union all select at, to_json(at)#>>'{}', at::text from unnest(array['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.1Z',
      '2026-03-01T00:00:00.12Z', '0999-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']::timestamptz(3)[]) as at`.execute(
    db,
  )
  t.ok(rows.length > 20)
  for (const { column, inside, cast } of rows) {
    t.equal(viewInstant(cast), viewInstant(column), cast)
    t.equal(viewInstant(inside), viewInstant(column), inside)
    t.equal(viewInstant(inside), meant(inside))
  }
})

t.test('a statement is built once, and bound to its own values each time', async (t) => {
  const { db } = await freshDatabase(t)
  let builds = 0
  const add = prepareQuery((db, params: { one: number; pair: { left: number; right: number } }) => {
    builds += 1
    return sql<{
      sum: number
      kept: string
    }>`select ${params.one}::int + ${params.pair.left}::int * ${params.pair.right}::int
      + ${params.one}::int as sum, ${'as it is'}::text as kept`.compile(db)
  })
  t.equal(builds, 0, 'not before it is needed')
  t.same(await runQuery(db, add({ one: 1, pair: { left: 2, right: 3 } })), [{ sum: 8, kept: 'as it is' }])
  t.same(await runQuery(db, add({ one: 10, pair: { left: 0, right: 0 } })), [{ sum: 20, kept: 'as it is' }])
  t.equal(builds, 1)
})

t.test('a value is one parameter wherever it occurs', async (t) => {
  const { db } = await freshDatabase(t)
  const params = { id: 'x', pair: { left: 1, right: null } }
  const prepared = prepareQuery((db, { id, pair }: typeof params) =>
    sql`select ${id}::text as id, ${pair.left}::int as "left", ${pair.right}::int as "right", ${id} || ${'x'} as joined,
      ${pair.left} + ${'1'}::int8 as more, ${'1'}::text as one`.compile(db),
  )
  t.same(prepared(params).parameters, ['x', 1, null, 'x', '1', '1'], 'but one that is the same each time is not')
  t.same(await runQuery(db, prepared(params)), [{ id: 'x', left: 1, right: null, joined: 'xx', more: 2, one: '1' }])
  const other = prepareQuery((db, { pair, id }: typeof params) =>
    sql`select ${pair.left}::int, ${id}::text`.compile(db),
  )
  t.same(other(params).parameters, [1, 'x'], 'each statement counts its own')
})

t.test('a value that is inspected while the statement is built would become a constant, and is refused', async (t) => {
  type Params = { text: string; at: Date; parts: { a: { deep: number } }; list: string[] }
  const inspections: Record<string, (params: Params) => unknown> = {
    'put into a text': ({ text }) => `${text}!`,
    'made JSON': ({ parts }) => JSON.stringify(parts),
    'taken apart': ({ parts }) => ({ ...parts }),
    'computed with': ({ at }) => Number(at),
    'iterated over': ({ list }) => [...list],
    'asked for a method': ({ text }) => text.toLowerCase(),
    compared: ({ text }) => (text === 'this' ? 1 : 2),
    'left out': ({ list }) => (list ? 1 : 2),
  }
  const params = { text: '', at: new Date(0), parts: { a: { deep: 1 } }, list: [] }
  for (const [how, inspect] of Object.entries(inspections)) {
    const inspecting = prepareQuery((db, params: Params) => sql`select ${inspect(params)}`.compile(db))
    t.throws(() => inspecting(params), TypeError, how)
  }
  const deep = prepareQuery((db, params: Params) => sql`select ${params.parts.a.deep}::int`.compile(db))
  t.same(deep(params).parameters, [1], 'a member of a member is a parameter as well')
})
