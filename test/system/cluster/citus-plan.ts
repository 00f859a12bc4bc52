import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** How Citus carries a statement out: in how many tasks, or in what words it refuses to. */
export type CitusPlan = { tasks: number } | { refused: string }

/** Values by type, such that no condition is known to be false; null of any other. */
const some: Readonly<Record<string, string>> = {
  uuid: `'018f0000-0000-7000-8000-000000000001'`,
  // As long as a digest.
  text: `'${'0'.repeat(64)}'`,
  'text[]': `'{some}'`,
  integer: '1',
  bigint: '1',
  boolean: 'true',
}

/** Asks the cluster's own planner; nothing is executed. Statements of the coordinator's tables alone have no task. */
export async function planOnCluster(db: Kysely<DB>, statement: string): Promise<CitusPlan> {
  return await db.connection().execute(async (session) => {
    try {
      await sql`prepare planned as ${sql.raw(statement)}`.execute(session)
      const { rows: parameters } = await sql<{ type: string }>`
        select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'planned'`.execute(
        session,
      )
      const values = parameters.map(({ type }) => some[type] ?? 'null')
      const executeArgs = values.length > 0 ? `(${values.join(', ')})` : ''
      const { rows } = await sql`explain (format json) execute planned${sql.raw(executeArgs)}`.execute(session)
      const counts = [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)]
      return { tasks: counts.reduce((sum, [, count]) => sum + Number(count), 0) }
    } catch (error) {
      return { refused: (error as Error).message }
    } finally {
      await sql`deallocate all`.execute(session)
    }
  })
}
