import type pg from 'pg'
import t, { type Test } from 'tap'
import { createConnectionClass } from '#src/database/driver/pg-client.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { freshDatabase } from '../support/database.ts'

const queryMs = 900

/** A connection with a timeout of `queryMs`; with several queries in flight or one at a time. */
async function connectClient(t: Test, { pipeline = true } = {}) {
  const { url } = await freshDatabase(t)
  const Client = createConnectionClass({ connectMs: 5_000, namedStatements: true })
  const client = new Client({ connectionString: url, pipeline, query_timeout: queryMs } as pg.ClientConfig)
  await client.connect()
  t.teardown(() => client.end().catch(() => {}))
  return client
}

/** The timer that is set already is adjusted to the oldest query: none waits for twice the timeout. */
const isInTime = (ms: number) => ms >= queryMs - 1 && ms < 1.8 * queryMs

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

t.test('a statement that times out ends the connection for every query on it', async (t) => {
  for (const pipeline of [true, false]) {
    const client = await connectClient(t, { pipeline })
    const ended = new Promise((resolve) => client.once('end', resolve))
    const startedMs = performance.now()
    // A pooler takes one statement at a time.
    const texts = pipeline ? ['select pg_sleep(20)', 'select 1'] : ['select pg_sleep(20)']
    const waiting = texts.map((text) => client.query(text).catch((error: Error) => error))
    for (const error of await Promise.all(waiting))
      t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
    t.ok(isInTime(performance.now() - startedMs))
    await ended
    await t.rejects(client.query('select 1'))
  }
})

t.test('each query has its own timeout, however many others complete', async (t) => {
  const client = await connectClient(t)
  let [answered, isOver] = [0, false]
  const asking = [1, 2].map(async () => {
    while (!isOver) {
      await client.query('select pg_sleep(0.01)')
      answered += 1
    }
  })
  await after(2 * queryMs)
  isOver = true
  await Promise.all(asking)
  t.ok(answered > 10)
  // The timer of the last of them is still pending, and counts from when this one was sent.
  const startedMs = performance.now()
  await t.rejects(client.query('select pg_sleep(20)'), { message: 'Query read timeout' })
  t.ok(isInTime(performance.now() - startedMs))
})

/** What the driver refuses by itself, before anything is sent. */
const refused: ((client: pg.Client) => unknown)[] = [
  (client) => client.query('select $1::text', [circular]),
  (client) => client.query({ text: 'select 1', values: 'none' as unknown as string[] }),
  (client) => client.query({} as pg.QueryConfig),
  async (client) => client.query(null as unknown as string),
]
const circular: { self?: unknown } = {}
circular.self = circular

t.test('a connection without a query in flight stays open, whatever failed before', async (t) => {
  for (const pipeline of [true, false]) {
    const client = await connectClient(t, { pipeline })
    for (const refuse of refused) await t.rejects(async () => await refuse(client))
    await after(1.2 * queryMs)
    t.same((await client.query('select 7 as value')).rows, [{ value: 7 }])
    await t.rejects(client.query('select 1 / 0'), { code: '22012' })
    await after(1.2 * queryMs)
    t.same((await client.query('select 8 as value')).rows, [{ value: 8 }])
  }
})

t.test('a connection that is always busy stays open', async (t) => {
  const client = await connectClient(t)
  const until = performance.now() + 2 * queryMs
  const asking = [1, 2].map(async () => {
    while (performance.now() < until) await client.query('select pg_sleep(0.2)')
  })
  for (const refuse of refused) await t.rejects(async () => await refuse(client))
  await Promise.all(asking)
})

t.test('a query before the connection is open has its timeout as well', async (t) => {
  const { url } = await freshDatabase(t)
  const Client = createConnectionClass({ connectMs: 5_000, namedStatements: true })
  const client = new Client({ connectionString: url, pipeline: true, query_timeout: queryMs } as pg.ClientConfig)
  t.teardown(() => client.end().catch(() => {}))
  const query = client.query('select pg_sleep(20)').catch((error: Error) => error)
  await client.connect()
  t.match(await query, { message: 'Query read timeout' })
})

t.test('many queries that fail at once end it once', async (t) => {
  const client = await connectClient(t)
  const warned: unknown[] = []
  const warn = (warning: unknown) => warned.push(warning)
  process.on('warning', warn)
  t.teardown(() => process.off('warning', warn))
  const waiting = Array.from({ length: 30 }, () => client.query('select pg_sleep(20)').catch((error: Error) => error))
  for (const error of await Promise.all(waiting)) t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
  await after(50)
  t.same(warned, [])
})
