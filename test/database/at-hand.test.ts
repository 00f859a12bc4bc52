import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { openAtHand } from '#src/database/at-hand.ts'
import { connect } from '#src/database/connect.ts'
import { freshDatabase } from '../support/database.ts'
import { ask } from '../support/embedded.ts'
import { until } from '../support/until.ts'
import { keeping, number, upTo } from './kept-numbers.ts'

async function opened(t: Test, max = 5) {
  const { url } = await freshDatabase(t)
  const { pool: size, timeouts } = loadConfig({})
  const database = connect({ url, pool: { ...size, max }, timeouts, applicationName: 'at hand' })
  t.teardown(database.close)
  return { url, ...database, atHand: openAtHand(database.pool) }
}

t.test('what is put back is at hand for a moment, and then the pool’s again', async (t) => {
  const { pool, atHand } = await opened(t)
  t.equal(atHand.take(), undefined)
  const client = await pool.connect()
  const before = client.listenerCount('end')
  for (let turn = 0; turn < 3; turn += 1) {
    atHand.putBack(client, undefined)
    t.equal(pool.idleCount, 0)
    t.equal(atHand.take(), client)
    t.equal(atHand.take(), undefined, 'nobody else has it meanwhile')
  }
  await sleep(50)
  t.equal(pool.idleCount, 0, 'nor is it given back while somebody has it')
  atHand.putBack(client, undefined)
  await until(() => pool.idleCount === 1)
  t.equal(atHand.take(), undefined)
  t.equal(client.listenerCount('end'), before, 'and nothing is left on it')
})

t.test('one is kept and no more', async (t) => {
  const { pool, atHand } = await opened(t)
  const [one, two] = [await pool.connect(), await pool.connect()]
  atHand.putBack(one, undefined)
  atHand.putBack(two, undefined)
  t.equal(pool.idleCount, 1)
  t.equal(atHand.take(), one)
  atHand.putBack(one, new Error('of no use'))
  t.equal(pool.totalCount, 1, 'and one of no use is thrown away')
})

t.test('none is kept from whoever waits for one, of few, or when all is over', async (t) => {
  const { pool, atHand, close } = await opened(t, 4)
  const all = await Promise.all(upTo(4).map(() => pool.connect()))
  const [first] = all
  if (first === undefined) throw new Error('No connection')
  const waiting = pool.connect()
  atHand.putBack(first, undefined)
  ;(await waiting).release()
  for (const client of all.slice(1)) client.release()

  const client = await pool.connect()
  atHand.putBack(client, undefined)
  const others = upTo(4).map(() => pool.connect())
  for (const other of others) (await other).release()
  t.pass('one that comes to be wanted while it rests is given back')

  const last = await pool.connect()
  const closed = close()
  atHand.putBack(last, undefined)
  await closed

  const small = await opened(t, 3)
  small.atHand.putBack(await small.pool.connect(), undefined)
  t.equal(small.pool.idleCount, 1)
})

t.test('one that breaks is thrown away, at rest and in use', async (t) => {
  const { pool, atHand, url } = await opened(t)
  const endAll = () =>
    ask(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'at hand' and datname = current_database()`,
    )
  const client = await pool.connect()
  atHand.putBack(client, undefined)
  t.equal(atHand.take(), client)
  const ended = new Promise((resolve) => client.once('end', resolve))
  await endAll()
  await ended
  atHand.putBack(client, undefined)
  t.equal(pool.totalCount, 0, 'also where its user has heard nothing of it')
  t.equal(atHand.take(), undefined)

  const next = await pool.connect()
  atHand.putBack(next, undefined)
  await endAll()
  await until(() => pool.totalCount === 0)
  t.equal(atHand.take(), undefined)
})

t.test(
  'changes that follow each other are kept over one connection, and one lost between two is nobody’s',
  async (t) => {
    const { keep, pool, url, db } = await keeping(t)
    const pids = new Set<number | undefined>()
    for (const n of upTo(20)) pids.add((await keep(number({ n })))[0]?.pid)
    t.equal(pids.size, 1)
    await ask(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keeper' and datname = current_database()`,
    )
    await until(() => pool.totalCount === 0)
    t.match(await keep(number({ n: 21 })), [{ n: 21 }])
    await until(() => pool.idleCount === 1)
    await sql`select 1`.execute(db)
  },
)
