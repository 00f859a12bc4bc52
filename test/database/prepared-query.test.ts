import { sql } from 'kysely'
import t from 'tap'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import { freshDatabase } from '../support/database.ts'

t.test('a statement is built once, and bound to its own values each time', async (t) => {
  const { db } = (await freshDatabase(t)).database
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
  const { db } = (await freshDatabase(t)).database
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

t.test('values of concurrent calls are not mixed up', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const echo = prepareQuery((db, params: { n: number }) => sql<{ n: number }>`select ${params.n}::int as n`.compile(db))
  const numbers = Array.from({ length: 50 }, (_, n) => n)
  const answers = await Promise.all(numbers.map((n) => runQuery(db, echo({ n }))))
  t.same(
    answers.map(([row]) => row?.n),
    numbers,
  )
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
