import { type RawBuilder, sql } from 'kysely'

/** The first rows of a listing, and whether there are more than its limit. */
export type ListPage<Row> = { rows: Row[]; more: boolean }

/** `found`: one row more than the limit where there are more. */
export const cutPage = <Row>(found: Row[], limit: number): ListPage<Row> => ({
  rows: found.slice(0, limit),
  more: found.length > limit,
})

/** Whether a column contains a text, in any case and any of Unicode's forms. */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  sql`strpos(lower(normalize(${sql.ref(column)})), lower(normalize(${text}::text))) > 0`
