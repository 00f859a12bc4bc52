import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'

/**
 * Creates an artist with the first event of the audit trail.
 * @throws Problem `request_conflict` when the id is taken
 */
export async function addArtist(db: Database, artist: { id: string; name: string; bio: string | null }): Promise<void> {
  await changeArtist(db, { artistId: artist.id }, async (tx) => {
    const { trx, append } = await tx.open()
    const added = await trx
      .insertInto('artists')
      .values(artist)
      .onConflict((conflict) => conflict.doNothing())
      .returning('created_at')
      .executeTakeFirst()
    if (added === undefined) {
      throw new Problem('request_conflict', { message: `There is an artist ${artist.id} already` })
    }
    const { name, bio } = artist
    const details = { name, bio, createdAt: added.created_at.toISOString() }
    await append({ action: 'artist.added', subject: `artist:${artist.id}`, revision: null, details })
  })
}
