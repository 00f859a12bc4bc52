import type { Kysely, Selectable } from 'kysely'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ArtistTable, TableSchema } from './table-schemas.ts'

export type ArtistRow<T extends ArtistTable> = Selectable<DB[T]>

/**
 * One artist's rows of a table in key order, page by page; `user_id` is replaced by the user's subject. Run in a
 * repeatable read transaction: each page is counted off from the first row.
 */
export async function* readRows<T extends ArtistTable>(
  db: Kysely<DB>,
  { pageRows, selectPage }: TableSchema & { table: T },
  artistId: string,
): AsyncGenerator<ArtistRow<T>> {
  for (let offset = 0; ; offset += pageRows) {
    const rows = await runQuery(db, selectPage({ artistId, offset }))
    yield* rows as ArtistRow<T>[]
    if (rows.length < pageRows) return
  }
}
