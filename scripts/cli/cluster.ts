import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** A cluster as its coordinator knows it: nodes that take shards, and the tables that are placed already. */
export type Cluster = { workers: number; tables: readonly string[] }

/** A placed table: with one shard it is a copy on every node, or the coordinator's alone. */
export type Placement = { table: string; shards: number; nodes: number }

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
