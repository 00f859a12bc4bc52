import { type RawBuilder, sql } from 'kysely'

/**
 * What a statement of several parts reads at its end: it fails (22012) unless every one of these parts returned a row.
 * A compare-and-set that finds its row changed then undoes everything with it, the COMMIT that follows at once
 * included.
 */
export const orFail = (...parts: [string, ...string[]]): RawBuilder<number> =>
  sql<number>`1 / (${sql.join(
    parts.map((part) => sql`exists (select from ${sql.table(part)})`),
    sql` and `,
  )})::int`

/**
 * The same of a statement for several: each of these parts has to have as many rows as `of`. None of them has two for
 * one, for each goes by a primary key.
 */
export const orFailForAny = (of: string, ...parts: [string, ...string[]]): RawBuilder<number> =>
  sql<number>`1 / (case when ${sql.join(
    parts.map((part) => sql`(select count(*) from ${sql.table(part)}) = (select count(*) from ${sql.table(of)})`),
    sql` and `,
  )} then 1 else 0 end)`
