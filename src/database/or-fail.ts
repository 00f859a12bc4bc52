import { type RawBuilder, sql } from 'kysely'

/**
 * One row for a statement of several parts to begin with: reading `all` fails the statement (22012) unless every one of these parts returned a
 * row. A compare-and-set that finds its row changed then undoes everything with it, the COMMIT that follows at once included.
 */
export const orFail = (...parts: [string, ...string[]]): RawBuilder<{ all: number }> =>
  sql<{ all: number }>`(select 1 / (${sql.join(
    parts.map((part) => sql`(select count(*) from ${sql.table(part)})`),
    sql` * `,
  )}) as "all")`
