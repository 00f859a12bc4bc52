import type { Insertable, Kysely, Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB, Sources } from '#src/database/tables.gen.ts'

/** A database and an artist in it, as a test context has them. */
type OfArtist = { db: Kysely<DB>; artistId: string }

/** Adds a record without a text: by default an approved page of the vault. Returns its uuid. */
export async function addPage(
  { db, artistId }: OfArtist,
  url: string | null,
  columns: Partial<Insertable<Sources>> = {},
): Promise<string> {
  const id = uuidv7()
  const kind = columns.kind ?? 'vault'
  const page = { artist_id: artistId, source_id: `${kind === 'discovery' ? kind : 'vault'}:${id}`, url }
  await db
    .insertInto('sources')
    .values({ kind, curation: 'approved', ...page, ...columns })
    .execute()
  return id
}

/** Sets columns of one source, or of all. */
export async function changeSource(db: Kysely<DB>, columns: Updateable<Sources>, sourceId?: string): Promise<void> {
  const change = db.updateTable('sources').set(columns)
  await (sourceId === undefined ? change : change.where('source_id', '=', sourceId)).execute()
}
