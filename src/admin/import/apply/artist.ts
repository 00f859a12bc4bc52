import type { Work } from '../context.ts'
import type { ArtistRecord, Outcome } from '../records.ts'

/** The first record of an artist; the row is there, for its trail had to be opened. */
export async function tellNewArtist({ trx, trail, tell }: Work, { name, bio }: ArtistRecord): Promise<Outcome> {
  const { created_at } = await trx
    .selectFrom('artists')
    .select('created_at')
    .where('id', '=', trail.artistId)
    .executeTakeFirstOrThrow()
  const details = { name, bio, createdAt: created_at.toISOString() }
  await tell({ action: 'artist.added', revision: null, details })
  return 'added'
}

/** Another name or biography. A biography that the file leaves out is left as it is: it may have been published here. */
export async function applyArtist({ trx, trail, tell }: Work, record: ArtistRecord): Promise<Outcome> {
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
