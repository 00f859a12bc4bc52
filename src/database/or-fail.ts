import { type RawBuilder, sql } from 'kysely'

/**
 * What a statement of several parts reads at its end: it fails (22012) unless every one of these parts returned a row. A compare-and-set that finds its row changed then undoes everything with it, the COMMIT that follows at once included.
 */
export const orFail = (...parts: [string, ...string[]]): RawBuilder<number> =>
  sql<number>`1 / (${sql.join(
    parts.map((part) => sql`(select count(*) from ${sql.table(part)})`),
    sql` * `,
  )})`
