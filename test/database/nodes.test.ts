import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type Kysely, sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { getCoordinator } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'

/** A server of two addresses; `hosts` are those that connections were opened to, in their order. */
async function openNodes(t: Test) {
  const server = await startEmbeddedPostgres({ folder: t.testdir(), transport: 'tcp', settings: { fsync: 'off' } })
  t.teardown(() => server.stop())
  const { pool: size, timeouts } = loadConfig({ DATABASE_POOL_MAX: '4' })
  function open(...nodes: string[]) {
    const options = { url: server.url, timeouts, sharded: true, nodes, applicationName: 'spread' }
    const { db, pool, close } = connect({ ...options, pool: size })
    t.teardown(close)
    const hosts: string[] = []
    pool.on('connect', ({ host }: { host?: string }) => void hosts.push(host ?? ''))
    return { db, hosts }
  }
  return { other: `localhost:${new URL(server.url).port}`, open }
}

async function unusedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

/** Statements that need a connection each; how many were answered. */
async function askFour(db: Kysely<DB>): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => sql`select pg_sleep(0.1)`.execute(db)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

t.test('connections are spread over the nodes, and tables of the coordinator are reached by its own', async (t) => {
  const { other, open } = await openNodes(t)
  const { db, hosts } = open(other)
  t.equal(await askFour(db), 4)
  t.same(hosts.toSorted(), ['127.0.0.1', '127.0.0.1', 'localhost', 'localhost'])
  await Promise.all(Array.from({ length: 3 }, () => sql`select 1`.execute(getCoordinator(db))))
  t.equal(hosts.length, 4, 'another pool')
  const alone = open()
  t.equal(getCoordinator(alone.db), alone.db, 'without further nodes the same')
})

t.test('a node that takes no connection is left out for a while', async (t) => {
  const { open } = await openNodes(t)
  const { db, hosts } = open(`127.0.0.1:${await unusedPort()}`)
  t.equal(await askFour(db), 2, 'each statement that is sent to the lost node fails')
  t.equal(await askFour(db), 4, 'and the next ones go elsewhere')
  t.equal(hosts.length, 4)
})

t.test('further nodes are those of a cluster', async (t) => {
  const url = { DATABASE_URL: 'postgresql://postgres@localhost/sittings' }
  const sharded = { ...url, DATABASE_SHARDED: 'true' }
  t.same(loadConfig(url).nodes, [])
  t.same(loadConfig({ ...sharded, DATABASE_NODES: 'b:5432, [::1]:5433' }).nodes, ['b:5432', '[::1]:5433'])
  t.throws(() => loadConfig({ ...sharded, DATABASE_NODES: 'b' }), /DATABASE_NODES must be host:port/)
  t.throws(() => loadConfig({ ...url, DATABASE_NODES: 'b:5432' }), /DATABASE_NODES needs DATABASE_SHARDED=true/)
})
