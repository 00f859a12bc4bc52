import type { ImportContext } from '../context.ts'
import type { ArtistRecord, ImportOutcome } from '../records.ts'

/** The first record of an artist; its row exists already, because its audit trail was opened. */
export async function recordNewArtist(
  { trx, trail, tell }: ImportContext,
  { name, bio }: ArtistRecord,
): Promise<ImportOutcome> {
  const { created_at } = await trx
    .selectFrom('artists')
    .select('created_at')
    .where('id', '=', trail.artistId)
    .executeTakeFirstOrThrow()
  const details = { name, bio, createdAt: created_at.toISOString() }
  await tell({ action: 'artist.added', revision: null, details })
  return 'added'
}

/** Changes name or biography. A biography absent in the file stays: it may have been published here. */
export async function applyArtist({ trx, trail, tell }: ImportContext, record: ArtistRecord): Promise<ImportOutcome> {
  const current = await trx
    .selectFrom('artists')
    .select(['name', 'bio'])
    .where('id', '=', trail.artistId)
    .executeTakeFirstOrThrow()
  const next = { name: record.name, bio: record.bio ?? current.bio }
  if (next.name === current.name && next.bio === current.bio) return 'unchanged'
  await trx.updateTable('artists').set(next).where('id', '=', trail.artistId).execute()
  await tell({ revision: null, details: next })
  return 'changed'
}
