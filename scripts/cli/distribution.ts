import { Command } from 'commander'
import { type Kysely, sql } from 'kysely'
import { ConfigError } from '#src/config.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { withDatabase } from './database.ts'
import { formatCount, isForPeople, printResult, printToStderr } from './output.ts'

const use = `
On the coordinator of a Citus cluster, after each migration: every table is distributed by its artist, users are copied to every node. Without
--execute the statements are only printed; with it all of them are carried out, or none. Run again it adds the tables of later migrations.
Rows that are there already are moved to the workers; stop the services first, because the tables are locked during this time.
Services of a distributed database are started with DATABASE_SHARDED=true.`

export function buildDbCommand(): Command {
  const command = new Command('distribute')
    .description('Distribute the tables over a Citus cluster, by artist; print the plan first.')
    .option('--execute', 'do it', false)
    .addHelpText('after', use)
    .action(runDistribute)
  return new Command('db').description('What an operator does to the database as a whole.').addCommand(command)
}

async function runDistribute({ execute }: { execute: boolean }) {
  await withDatabase(async (db) => {
    const cluster = await findCluster(db)
    const statements = await buildDistribution(db, new Set(cluster?.tables))
    if (execute) await distribute(db, cluster, statements)
    for (const statement of execute || isForPeople() ? statements : []) printToStderr(statement)
    const placed = cluster === undefined ? [] : await listPlacements(db)
    const workers = cluster?.workers ?? 0
    const count = formatCount(statements.length, 'statement')
    const sentence = `${count}, ${execute ? `carried out on ${formatCount(workers, 'worker')}` : 'not carried out; --execute does it'}`
    printResult(sentence, { status: 'ok', executed: execute, workers, placed, statements })
  })
}

/** A cluster as its coordinator knows it: nodes that take shards, and the tables that are placed already. */
export type Cluster = { workers: number; tables: readonly string[] }

/** A placed table: with one shard it is a copy on every node, or the coordinator's alone. */
type Placement = { table: string; shards: number; nodes: number }

/** The cluster of this coordinator; undefined where Citus is not installed. */
export async function findCluster(db: Kysely<DB>): Promise<Cluster | undefined> {
  const { rows: installed } = await sql<{ is: boolean }>`
    select to_regproc('create_distributed_table') is not null and to_regclass('pg_dist_partition') is not null as is`.execute(
    db,
  )
  if (installed[0]?.is !== true) return undefined
  const { rows: tables } = await sql<{ name: string }>`
    select logicalrelid::regclass::text as name from pg_dist_partition order by 1`.execute(db)
  const { rows: nodes } = await sql<{ workers: number }>`
    select count(*)::int as workers from pg_dist_node where isactive and shouldhaveshards`.execute(db)
  return { workers: nodes[0]?.workers ?? 0, tables: tables.map(({ name }) => name) }
}

export async function listPlacements(db: Kysely<DB>): Promise<Placement[]> {
  const { rows } = await sql<Placement>`
    select shard.logicalrelid::regclass::text as table, count(distinct shard.shardid)::int as shards,
      count(distinct placement.groupid)::int as nodes
    from pg_dist_shard as shard join pg_dist_placement as placement on placement.shardid = shard.shardid
    group by 1 order by 1`.execute(db)
  return rows
}

/**
 * The statements that distribute the tables over a cluster, except those in `placed`. References among them are dropped
 * before and added after: some form a circle, so in any order one would refer to a table that is distributed later. At
 * last the rows are removed that were there before: Citus only hides them, and an erased artist would remain on the
 * coordinator's disk.
 */
export async function buildDistribution(db: Kysely<DB>, placed: ReadonlySet<string>): Promise<string[]> {
  const placements = (await listTablePlacements(db)).filter(
    ({ table, kind }) => kind !== 'coordinator' && !placed.has(table),
  )
  const tables = new Set(placements.map(({ table }) => table))
  const references = (await listReferences(db)).filter(
    ({ from, to }) => from !== to && tables.has(from) && tables.has(to),
  )
  return [
    ...references.map(({ from, name }) => `alter table ${from} drop constraint ${name}`),
    ...placements.map(formatDistribute),
    ...references.map(({ from, name, definition }) => `alter table ${from} add constraint ${name} ${definition}`),
    ...placements.map(({ table }) => `select truncate_local_data_after_distributing_table('${table}')`),
  ]
}

function formatDistribute(one: TablePlacement): string {
  if (one.kind !== 'by artist') return `select create_reference_table('${one.table}')`
  const colocation = one.table === 'artists' ? '' : `, colocate_with => 'artists'`
  return `select create_distributed_table('${one.table}', '${one.column}'${colocation})`
}

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

/**
 * Where a table's rows are on a cluster: with their artist, on every node, or on the coordinator alone. `column` is the
 * artist's.
 */
export type TablePlacement =
  | { table: string; kind: 'by artist'; column: 'artist_id' | 'id' }
  | { table: string; kind: 'everywhere' | 'coordinator' }

/**
 * Read beside rows of an artist: users by every request, the slots by those that queue a question, pauses by every
 * claim.
 */
const everywhere = new Set(['users', 'question_quota_slots', 'job_pauses'])
/** Read on their own and written often: copies would only cost. */
const coordinator = new Set(['schema_migrations', 'provider_rate_limits', 'operator_events', 'operator_log'])

/** Every table of the schema with its place; first those of every node, then the artists, which others lie beside. */
export async function listTablePlacements(db: Kysely<DB>): Promise<TablePlacement[]> {
  const { rows } = await sql<{ name: string; is_of_artist: boolean }>`
    select c.relname as name, exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'artist_id' and not a.attisdropped) as is_of_artist
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 1`.execute(db)
  const rank = ({ table, kind }: TablePlacement) => (kind === 'everywhere' ? 0 : table === 'artists' ? 1 : 2)
  return rows
    .map(({ name, is_of_artist: isOfArtist }) => choosePlacement(name, isOfArtist))
    .sort((a, b) => rank(a) - rank(b))
}

/** @throws Error for a table that neither names an artist nor is listed: its place is a decision. */
export function choosePlacement(table: string, isOfArtist: boolean): TablePlacement {
  if (table === 'artists') return { table, kind: 'by artist', column: 'id' }
  if (everywhere.has(table)) return { table, kind: 'everywhere' }
  if (isOfArtist) return { table, kind: 'by artist', column: 'artist_id' }
  if (coordinator.has(table)) return { table, kind: 'coordinator' }
  throw new Error(`The place of ${table} on a cluster is not decided: it names no artist (scripts/cli/distribution.ts)`)
}

/** The foreign keys. */
async function listReferences(db: Kysely<DB>) {
  const { rows } = await sql<{ name: string; from: string; to: string; definition: string }>`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 2, 1`.execute(db)
  return rows
}
