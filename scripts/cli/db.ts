import { Command } from 'commander'
import { type Kysely, sql } from 'kysely'
import { ConfigError } from '#src/config.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { withDatabase } from './database.ts'
import { buildDistribution } from './distribute.ts'
import { print, say } from './output.ts'

const use = `
Once, on the coordinator of a Citus cluster whose database has been migrated: every table is distributed by its artist, users are copied to
every node. Without --execute the statements are only printed; with it all of them are carried out, or none. Run again it adds the tables of
later migrations. Services of a distributed database are started with DATABASE_SHARDED=true.`

export function dbCommand(): Command {
  const distribute = new Command('distribute')
    .description('Distribute the tables over a Citus cluster, by artist; print the plan first.')
    .option('--execute', 'do it', false)
    .addHelpText('after', use)
    .action(runDistribute)
  return new Command('db').description('What an operator does to the database as a whole.').addCommand(distribute)
}

async function runDistribute({ execute }: { execute: boolean }) {
  await withDatabase(async (db) => {
    const found = await findCluster(db)
    const statements = await buildDistribution(db, found.placed)
    if (execute) await carryOut(db, statements, found.isCluster)
    print({ status: 'ok', executed: execute, placed: [...found.placed].toSorted(), statements })
  })
}

/** The state of Citus, and the tables that it has distributed already. */
async function findCluster(db: Kysely<DB>): Promise<{ isCluster: boolean; placed: Set<string> }> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regproc('create_distributed_table') is not null and to_regclass('pg_dist_partition') is not null as is`.execute(
    db,
  )
  if (rows[0]?.is !== true) return { isCluster: false, placed: new Set() }
  const placed = await sql<{
    name: string
  }>`select logicalrelid::regclass::text as name from pg_dist_partition`.execute(db)
  return { isCluster: true, placed: new Set(placed.rows.map(({ name }) => name)) }
}

/** In one transaction: a dropped reference must not be lost. One after the other, for they concern the same shards. */
async function carryOut(db: Kysely<DB>, statements: readonly string[], isCluster: boolean): Promise<void> {
  if (!isCluster)
    throw new ConfigError('DATABASE_URL', 'must name the coordinator of a cluster: Citus is not installed there')
  await db.transaction().execute(async (trx) => {
    await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
  for (const statement of statements) say(statement)
}
