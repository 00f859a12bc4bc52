import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#src/database/tables.gen.ts'
import type { TestContext } from '../support/test-context.ts'

/**
 * How many blocks of the database the statements of `read` touch: a cost that is independent of the machine's load.
 * Planned once for all parameters, as the server does with a prepared statement in frequent use.
 */
export async function countBlocks(
  { url, database }: TestContext,
  read: (db: Kysely<DB>) => Promise<unknown>,
): Promise<number> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const listening = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  await read(listening)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    let blocks = 0
    for (const [at, { sql, parameters }] of statements.entries()) {
      await client.query(`prepare statement_${at} as ${sql}`)
      const values = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`
      const { rows } = await client.query(`explain (analyze, buffers, format json) execute statement_${at}${values}`)
      const { Plan } = rows[0]['QUERY PLAN'][0]
      blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    }
    return blocks
  } finally {
    await client.end()
  }
}

const literal = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
