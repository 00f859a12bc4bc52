import type pg from 'pg'
import t, { type Test } from 'tap'
import { createConnectionClass } from '#src/database/driver/pg-client.ts'
import { createSubmission } from '#src/database/driver/submit.ts'
import type { BoundQuery } from '#src/database/prepared-query.ts'
import { types } from '#src/database/types.ts'
import { freshDatabase } from '../support/database.ts'

type Driver = { connection: { describe: (...message: unknown[]) => void } }

/** A connection as the pool opens it, and how often it has described a statement's columns. */
async function openConnection(t: Test) {
  const { url } = await freshDatabase(t)
  const Client = createConnectionClass({ connectMs: 5_000, queryMs: 5_000, namedStatements: true })
  const client = new Client({ connectionString: url, types, pipeline: true } as pg.ClientConfig)
  await client.connect()
  t.teardown(() => client.end())
  const { connection } = client as unknown as Driver
  const { describe } = connection
  let descriptions = 0
  connection.describe = (...message) => {
    descriptions += 1
    describe.apply(connection, message)
  }
  return { client, countDescriptions: () => descriptions }
}

const send = async <Row>(client: pg.ClientBase, query: BoundQuery<Row>) => await createSubmission(query)(client)

const query = <Row>(sql: string, parameters: unknown[] = []) =>
  ({ query: { sql, parameters }, name: `named ${sql}`.slice(0, 60) }) as unknown as BoundQuery<Row>

const everything = `select $1::text as text, $2::timestamptz as at, $3::jsonb as json, $4::int8 as large, $5::text[] as list, null::text as nothing`

t.test('columns are described once on a connection, and read the same from then on', async (t) => {
  const { client, countDescriptions } = await openConnection(t)
  const at = new Date('2026-03-04T10:01:12.345Z')
  const row = { text: 'é\r\n“x”', at, json: { a: [1, null] }, large: 9_007_199_254_740_991, list: ['a', 'b,"c'] }
  for (const _time of [1, 2, 3]) {
    const values = [row.text, row.at, JSON.stringify(row.json), row.large, row.list]
    t.same(await send(client, query(everything, values)), [{ ...row, nothing: null }])
  }
  t.equal(countDescriptions(), 1)
  t.same(await send(client, query('select $1::text as other', ['x'])), [{ other: 'x' }])
  t.equal(countDescriptions(), 2)
})

t.test('every value arrives unchanged, the first time and later', async (t) => {
  const { client } = await openConnection(t)
  const echo = (...values: unknown[]) => send(client, query<{ sent: unknown[] }>(arrayOfParameters, values))
  const arrayOfParameters = `select array[$1::text, $2::text, encode($3::bytea, 'hex'), $4::text] as sent`
  const long = `${'ß€😀\r\n'.repeat(50_000)}.`
  for (const texts of [
    ['', null, 'é'],
    ['€', '', long],
    [long, '😀', null],
  ] as const) {
    const [one, other, last] = texts
    for (const bytes of [Buffer.from([0, 255, 66]), Buffer.alloc(0), null, '\\x00ff'] as const) {
      const hex = typeof bytes === 'string' ? '00ff' : (bytes?.toString('hex') ?? null)
      t.strictSame(await echo(one, other, bytes, last), [{ sent: [one, other, hex, last] }])
    }
  }
  for (const _time of ['first', 'again'])
    t.strictSame(await send(client, query(`select $1::text as sent`, ['half \ud83d of one'])), [
      { sent: 'half \ufffd of one' },
    ])
  const many = Array.from({ length: 1_000 }, (_, n) => `${n}`)
  const all = `select array[${many.map((_, n) => `$${n + 1}::text`).join()}] as sent`
  for (const _time of ['first', 'again']) t.strictSame(await send(client, query(all, many)), [{ sent: many }])
  for (const _time of ['first', 'again']) t.strictSame(await send(client, query('select 1::int4 as n')), [{ n: 1 }])
})

t.test('concurrent queries get their own rows', async (t) => {
  const { client } = await openConnection(t)
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  const echo = (n: number) => send(client, query<{ n: number }>('select n from generate_series(1, $1::int) as n', [n]))
  for (const _time of ['first', 'again']) {
    const answers = await Promise.all(numbers.map(echo))
    t.same(
      answers.map((rows) => rows.length),
      numbers,
    )
  }
})

t.test('a failure fails one statement, and the connection stays usable', async (t) => {
  const { client } = await openConnection(t)
  const divide = (by: number) => send(client, query<{ n: number }>('select 6 / $1::int as n', [by]))
  t.same(await divide(2), [{ n: 3 }])
  const [refused, next] = await Promise.allSettled([divide(0), divide(3)])
  t.match(refused, { status: 'rejected', reason: { code: '22012' } })
  t.match(next, { status: 'fulfilled', value: [{ n: 2 }] })

  const large = (n: string) => send(client, query('select $1::int8 as n', [n]))
  await large('1')
  await t.rejects(large('9223372036854775807'), RangeError)
  t.same(await large('7'), [{ n: 7 }])

  const circle: { self?: object } = {}
  circle.self = circle
  await t.rejects(send(client, query('select $1::jsonb as n', [circle])), TypeError, 'and nothing of it is sent')
  t.same(await large('8'), [{ n: 8 }])
})

t.test('rows are never read with the columns of an older description', async (t) => {
  const { client } = await openConnection(t)
  await client.query('create table things (a int); insert into things values (1)')
  const all = () => send(client, query('select * from things where a = $1', [1]))
  t.same(await all(), [{ a: 1 }])
  await client.query('alter table things add column b int')
  await t.rejects(all(), { code: '0A000' })
})

t.test('a statement without a result returns no rows', async (t) => {
  const { client } = await openConnection(t)
  await client.query('create table things (a int)')
  const add = (a: number) => send(client, query('insert into things values ($1)', [a]))
  t.same([await add(1), await add(2)], [[], []])
  t.same(await send(client, query('select sum(a) as sum from things where a > $1', [0])), [{ sum: 3 }])
})
