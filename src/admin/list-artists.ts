import { type Kysely, sql } from 'kysely'
import { containsText } from '#src/database/contains-text.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ListPage, listPage } from './listing.ts'

export type ListedArtist = { artistId: string; name: string; createdAt: string }

/** Artists, the newest first; with `text` those whose name contains it in any case, or whose id it is. */
export function listArtists(
  db: Kysely<DB>,
  { text, limit }: { text?: string | undefined; limit: number },
): Promise<ListPage<ListedArtist>> {
  const all = db.selectFrom('artists').select(['id', 'name', 'created_at']).orderBy('id', 'desc')
  const query =
    text === undefined ? all : all.where(sql<boolean>`${containsText('name', text)} or id::text = lower(${text}::text)`)
  return listPage(query, limit, ({ id, name, created_at }) => ({
    artistId: id,
    name,
    createdAt: created_at.toISOString(),
  }))
}
