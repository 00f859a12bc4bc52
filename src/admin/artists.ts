import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { findErasure } from './erasures.ts'

/**
 * Creates an artist with the first event of the audit trail.
 * @throws Problem `request_conflict` when the id is taken, or was that of an artist who was erased
 */
export async function addArtist(db: Database, artist: { id: string; name: string; bio: string | null }): Promise<void> {
  await changeArtist(db, { artistId: artist.id }, async ({ trx, stage }) => {
    const added = await trx
      .insertInto('artists')
      .values(artist)
      .onConflict((conflict) => conflict.doNothing())
      .returning('created_at')
      .executeTakeFirst()
    if (added === undefined) {
      throw new Problem('request_conflict', { message: `There is an artist ${artist.id} already` })
    }
    // Read after the row is written: an erasure that is under way has then been waited for.
    const erasure = await findErasure(trx, artist.id)
    if (erasure !== undefined) {
      const message = `Artist ${artist.id} was erased at ${erasure.at}; only an import may bring it back (--restore-erased)`
      throw new Problem('request_conflict', { message })
    }
    const { name, bio } = artist
    const details = { name, bio, createdAt: added.created_at.toISOString() }
    stage({ action: 'artist.added', subject: `artist:${artist.id}`, revision: null, details })
  })
}
