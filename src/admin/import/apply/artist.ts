import type { ImportContext } from '../context.ts'
import type { ArtistRecord, ImportOutcome } from '../records.ts'

/** The first record of an artist whom this import has added. */
export function recordNewArtist({ append }: ImportContext, { name, bio }: ArtistRecord, addedAt: Date): ImportOutcome {
  append({ action: 'artist.added', revision: null, details: { name, bio, createdAt: addedAt.toISOString() } })
  return 'added'
}

/** Changes name or biography. A biography absent in the file stays: it may have been published here. */
export async function applyArtist({ trx, trail, append }: ImportContext, record: ArtistRecord): Promise<ImportOutcome> {
  const current = await trx
    .selectFrom('artists')
    .select(['name', 'bio'])
    .where('id', '=', trail.artistId)
    .executeTakeFirstOrThrow()
  const next = { name: record.name, bio: record.bio ?? current.bio }
  if (next.name === current.name && next.bio === current.bio) return 'unchanged'
  await trx.updateTable('artists').set(next).where('id', '=', trail.artistId).execute()
  append({ revision: null, details: next })
  return 'changed'
}
