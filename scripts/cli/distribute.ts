import { type Kysely, sql } from 'kysely'
import { ConfigError } from '#src/config.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Cluster } from './cluster.ts'
import { listReferences, listTablePlacements, type Reference, type TablePlacement } from './distribution.ts'

/**
 * The statements that distribute the tables over a cluster, in a valid order, except those in `placed`. A reference to
 * a table that is distributed later, as every cycle has one, is dropped before and added after. At last the rows are
 * removed that were there before: Citus only hides them, and an erased artist would remain on the coordinator's disk.
 */
export async function buildDistribution(db: Kysely<DB>, placed: ReadonlySet<string>): Promise<string[]> {
  const placements = (await listTablePlacements(db)).filter(
    ({ table, kind }) => kind !== 'coordinator' && !placed.has(table),
  )
  const order = new Map(placements.map(({ table }, at) => [table, at]))
  const references = await listReferences(db)
  const early = references.filter(({ from, to }) => (order.get(from) ?? -1) < (order.get(to) ?? -1) && order.has(from))
  return [
    ...early.map(formatDrop),
    ...placements.map(formatDistribute),
    ...early.map(formatAdd),
    ...placements.map(({ table }) => `select truncate_local_data_after_distributing_table('${table}')`),
  ]
}

function formatDistribute(one: TablePlacement): string {
  if (one.kind !== 'by artist') return `select create_reference_table('${one.table}')`
  const colocation = one.table === 'artists' ? '' : `, colocate_with => 'artists'`
  return `select create_distributed_table('${one.table}', '${one.column}'${colocation})`
}

const formatDrop = ({ from, name }: Reference) => `alter table ${from} drop constraint ${name}`
const formatAdd = ({ from, name, definition }: Reference) => `alter table ${from} add constraint ${name} ${definition}`

/**
 * Carries the statements out in one transaction: a dropped reference must not be lost.
 * @throws ConfigError for a database that is no coordinator of a cluster with workers
 */
export async function distribute(
  db: Kysely<DB>,
  cluster: Cluster | undefined,
  statements: readonly string[],
): Promise<void> {
  if (cluster === undefined)
    throw new ConfigError('DATABASE_URL', 'must name the coordinator of a cluster: Citus is not installed there')
  if (cluster.workers === 0) {
    const remedy = 'name itself (citus_set_coordinator_host) and its workers (citus_add_node)'
    throw new ConfigError('DATABASE_URL', `must name the coordinator of a cluster: this one has yet to ${remedy}`)
  }
  await db.transaction().execute(async (trx) => {
    // One after the other, for they concern the same shards.
    await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(trx)
    // A reference table would turn those that refer to it into local tables of the cluster, which may not refer on.
    await sql`set local citus.enable_local_reference_table_foreign_keys to off`.execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
}
