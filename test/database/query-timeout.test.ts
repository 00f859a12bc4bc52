import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { freshDatabase, openPool, setRoleTimeouts } from '../support/database.ts'

const queryMs = 900

/** A connection of a pool with a timeout of `queryMs`; with several queries in flight or one at a time. */
async function connectClient(t: Test, { pipeline = true } = {}) {
  const { url } = await freshDatabase(t)
  await setRoleTimeouts(url, '60s')
  const timeouts = { statementMs: 60_000, queryMs }
  const client = await openPool(t, url, { pool: { transactionPooler: !pipeline }, timeouts }).pool.connect()
  client.on('error', () => {}) // the queries reject as well
  t.teardown(() => client.release(true))
  return client
}

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
    t.ok(performance.now() - startedMs >= queryMs - 1, 'and not before')
    await ended
    await t.rejects(client.query('select 1'))
  }
})

t.test('many queries that fail at once end it once', async (t) => {
  const client = await connectClient(t)
  const warned: unknown[] = []
  const warn = (warning: unknown) => warned.push(warning)
  process.on('warning', warn)
  t.teardown(() => process.off('warning', warn))
  const ended = new Promise((resolve) => client.once('end', resolve))
  const waiting = Array.from({ length: 30 }, () => client.query('select pg_sleep(20)').catch((error: Error) => error))
  for (const error of await Promise.all(waiting)) t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
  await ended
  await setImmediate()
  t.same(warned, [])
})
