import { Command } from 'commander'
import { withDatabase } from './database.ts'
import { buildDistribution, distribute, findCluster, listPlacements } from './distribution.ts'
import { formatCount, isForPeople, printResult, printToStderr } from './output.ts'

const use = `
On the coordinator of a Citus cluster, after each migration: every table is distributed by its artist, users are copied to every node. Without
--execute the statements are only printed; with it all of them are carried out, or none. Run again it adds the tables of later migrations.
Rows that are there already are moved to the workers; stop the services first, because the tables are locked during this time.
Services of a distributed database are started with DATABASE_SHARDED=true.`

export function buildDbCommand(): Command {
  const distribute = new Command('distribute')
    .description('Distribute the tables over a Citus cluster, by artist; print the plan first.')
    .option('--execute', 'do it', false)
    .addHelpText('after', use)
    .action(runDistribute)
  return new Command('db').description('What an operator does to the database as a whole.').addCommand(distribute)
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
