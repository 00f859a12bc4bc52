import { sql } from 'kysely'
import t from 'tap'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import { freshDatabase } from '../support/database.ts'

t.test('a statement is built once, and bound to its own values each time', async (t) => {
  const { db } = (await freshDatabase(t)).database
  let built = 0
  const added = prepareQuery((db, given: { one: number; pair: { left: number; right: number } }) => {
    built += 1
    return sql<{
      sum: number
      kept: string
    }>`select ${given.one}::int + ${given.pair.left}::int * ${given.pair.right}::int
      + ${given.one}::int as sum, ${'as it is'}::text as kept`.compile(db)
  })
  t.equal(built, 0, 'not before it is needed')
  t.same(await runQuery(db, added({ one: 1, pair: { left: 2, right: 3 } })), [{ sum: 8, kept: 'as it is' }])
  t.same(await runQuery(db, added({ one: 10, pair: { left: 0, right: 0 } })), [{ sum: 20, kept: 'as it is' }])
  t.equal(built, 1)
})

t.test('a value is one parameter wherever it occurs', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const given = { id: 'x', pair: { left: 1, right: null } }
  const prepared = prepareQuery((db, { id, pair }: typeof given) =>
    sql`select ${id}::text as id, ${pair.left}::int as "left", ${pair.right}::int as "right", ${id} || ${'x'} as joined,
      ${pair.left} + ${'1'}::int8 as more, ${'1'}::text as one`.compile(db),
  )
  t.same(prepared(given).query.parameters, ['x', 1, null, 'x', '1', '1'], 'but one that is the same each time is not')
  t.same(await runQuery(db, prepared(given)), [{ id: 'x', left: 1, right: null, joined: 'xx', more: 2, one: '1' }])
  const other = prepareQuery((db, { pair, id }: typeof given) => sql`select ${pair.left}::int, ${id}::text`.compile(db))
  t.same(other(given).query.parameters, [1, 'x'], 'each statement counts its own')
})

t.test('values of concurrent calls are not mixed up', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const echoed = prepareQuery((db, given: { n: number }) => sql<{ n: number }>`select ${given.n}::int as n`.compile(db))
  const numbers = Array.from({ length: 50 }, (_, n) => n)
  const answers = await Promise.all(numbers.map((n) => runQuery(db, echoed({ n }))))
  t.same(
    answers.map(([row]) => row?.n),
    numbers,
  )
})

t.test('a value that is inspected while the statement is built would become a constant, and is refused', async (t) => {
  type Given = { text: string; at: Date; parts: { a: { deep: number } }; list: string[] }
  const careless: Record<string, (given: Given) => unknown> = {
    'put into words': ({ text }) => `${text}!`,
    'made JSON': ({ parts }) => JSON.stringify(parts),
    'taken apart': ({ parts }) => ({ ...parts }),
    'reckoned with': ({ at }) => Number(at),
    'gone through': ({ list }) => [...list],
    'asked for a method': ({ text }) => text.toLowerCase(),
    compared: ({ text }) => (text === 'this' ? 1 : 2),
    'left out': ({ list }) => (list ? 1 : 2),
  }
  const given = { text: '', at: new Date(0), parts: { a: { deep: 1 } }, list: [] }
  for (const [how, look] of Object.entries(careless)) {
    const made = prepareQuery((db, given: Given) => sql`select ${look(given)}`.compile(db))
    t.throws(() => made(given), TypeError, how)
  }
  const deep = prepareQuery((db, given: Given) => sql`select ${given.parts.a.deep}::int`.compile(db))
  t.throws(() => deep(given), /given parts\.a\.deep, which lies too deep/)
})
