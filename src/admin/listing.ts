import type { SelectQueryBuilder } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** The first rows of a listing, and whether there are more than its limit. */
export type ListPage<Row> = { rows: Row[]; more: boolean }

/** Runs an ordered query for at most `limit` rows. */
export async function listPage<Found, Row>(
  query: SelectQueryBuilder<DB, never, Found>,
  limit: number,
  view: (found: Found) => Row,
): Promise<ListPage<Row>> {
  const found = await query.limit(limit + 1).execute()
  return { rows: found.slice(0, limit).map(view), more: found.length > limit }
}
