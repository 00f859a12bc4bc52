import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { operatorTimeouts } from '../../scripts/cli/database.ts'
import { buildDistribution, distribute, findCluster } from '../../scripts/cli/distribution.ts'
import { longDatabaseTimeouts } from './settings.ts'
import { getTemplateName } from './test-template.ts'

/** The coordinator of a Citus whose nodes know each other, for tests on a real cluster. */
export const citusUrl = process.env.CITUS_URL

/** What the service is given there: each statement is planned on two nodes, and the nodes may share one machine. */
export const citusSettings = citusUrl === undefined ? {} : { DATABASE_SHARDED: 'true', ...longDatabaseTimeouts }

/** The queue of a test's database, as the service opens it. */
export const openQueue = (db: Kysely<DB>, sharded = citusUrl !== undefined, now = () => performance.now()) =>
  new JobQueue(db, { sharded, now })

export type ClusterNode = { host: string; port: number; isCoordinator: boolean }

/** Whether so many sessions of the database wait for a lock; on a cluster they wait on the workers with the rows. */
export async function isLockAwaited(db: Kysely<DB>, sessions = 1): Promise<boolean> {
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const { rows } =
    citusUrl === undefined
      ? await sql.raw(waits).execute(db)
      : await sql`select from run_command_on_workers(${`select exists (${waits})`}) where result = 't'`.execute(db)
  return rows.length >= sessions
}

/** The address of a database on a node; the coordinator's role and password hold everywhere. */
export const buildUrl = ({ host, port }: ClusterNode, database: string): string =>
  Object.assign(new URL(citusUrl ?? ''), { hostname: host, port: String(port), pathname: `/${database}` }).href

export async function listNodes(client: pg.Client): Promise<ClusterNode[]> {
  const { rows } = await client.query<ClusterNode>(`
    select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`)
  return rows
}

/** A distributed database of its own, gone when the test ends: a copy of the template's files on each node. */
export async function createOnCluster(t: Pick<Test, 'teardown'>): Promise<string> {
  const client = new pg.Client({ connectionString: citusUrl })
  await client.connect()
  try {
    const nodes = await listNodes(client)
    const template = getTemplateName().replace('template', 'citus')
    await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await makeTemplate(nodes, template)
    await client.query(`select pg_advisory_unlock(hashtextextended($1, 0))`, [template])
    const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
    t.teardown(() => dropOnEach(nodes, name))
    await runOnEach(nodes, [`create database ${name} template ${template} strategy file_copy`])
    return buildUrl(nodes[0] as ClusterNode, name)
  } finally {
    await client.end()
  }
}

async function makeTemplate(nodes: readonly ClusterNode[], name: string): Promise<void> {
  const draft = name.replace('citus', 'drafted')
  await runOnEach(nodes, [`drop database if exists ${draft} with (force)`, `create database ${draft}`])
  await runOnEach(nodes, ['create extension citus'], draft)
  const [coordinator, ...workers] = nodes as [ClusterNode, ...ClusterNode[]]
  const { host, port } = coordinator
  const adds = workers.map((worker) => `select citus_add_node('${worker.host}', ${worker.port})`)
  // Each test copies the files of all shards: a quarter of the default is enough for each worker to have several.
  await runOnEach([coordinator], [`alter database ${draft} set citus.shard_count = 8`])
  await runOnEach([coordinator], [`select citus_set_coordinator_host('${host}', ${port})`, ...adds], draft)
  await migrateCluster(await openRoles(nodes, draft))
  // A database with a connection cannot be copied; Citus keeps one of its own to each that it has seen.
  const closed = `alter database ${draft} with allow_connections false`
  const ended = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${draft}'`
  await runOnEach(nodes, [closed, ended, `alter database ${draft} rename to ${name}`])
}

/** The owner's address of a database on the coordinator, once two roles stand on each node as roles.sql makes them. */
async function openRoles(nodes: readonly ClusterNode[], database: string): Promise<string> {
  const password = decodeURIComponent(new URL(citusUrl ?? '').password).replaceAll("'", "''")
  const createRole = (name: string) => `do $$ begin
    if to_regrole('${name}') is null then create role ${name} login password '${password}'; end if; end $$`
  await runOnEach(nodes, [
    ...[clusterOwner, clusterService].map(createRole),
    `alter database ${database} owner to ${clusterOwner}`,
  ])
  await runOnEach(nodes, [`alter schema public owner to ${clusterOwner}`], database)
  return Object.assign(new URL(buildUrl(nodes[0] as ClusterNode, database)), { username: clusterOwner }).href
}

/** The owner of the tables, by whom every migration is run: Citus refuses one transaction of two roles. */
export const clusterOwner = 'sittings_test_owner'
const clusterService = 'sittings_test'

/**
 * Migrates a database of a cluster and distributes it as the guide says: as an owner who is no superuser, in staging,
 * with grants, which are repeated once the tables are distributed.
 */
async function migrateCluster(url: string): Promise<void> {
  const granted = { url, environment: 'staging', grantTo: clusterService } as const
  await migrate(granted)
  await distributeTables(url)
  await migrate(granted)
}

async function distributeTables(url: string): Promise<void> {
  const { pool, timeouts } = loadConfig({})
  const { db, close } = connect({
    url,
    pool,
    timeouts: { ...timeouts, ...operatorTimeouts },
    applicationName: 'sittings test',
  })
  try {
    const cluster = await findCluster(db)
    await distribute(db, cluster, await buildDistribution(db, new Set(cluster?.tables)))
  } finally {
    await close()
  }
}

/** Settings that keep Citus from creating and renaming a database on the other nodes too. */
const ownNodeOnly = ['set citus.enable_create_database_propagation to off', 'set citus.enable_ddl_propagation to off']

export async function runOnEach(nodes: readonly ClusterNode[], statements: readonly string[], database = 'postgres') {
  for (const node of nodes) {
    const client = new pg.Client({ connectionString: buildUrl(node, database) })
    await client.connect()
    try {
      const setting = database === 'postgres' ? ownNodeOnly : []
      for (const statement of [...setting, ...statements]) await client.query(statement)
    } finally {
      await client.end()
    }
  }
}

/** Citus's daemon of each node connects to the database on the others every few seconds, so that is forbidden first. */
async function dropOnEach(nodes: readonly ClusterNode[], name: string): Promise<void> {
  await runOnEach(nodes, [`alter database ${name} with allow_connections false`])
  await runOnEach(nodes, [`drop database ${name} with (force)`])
}
