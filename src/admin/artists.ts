import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { lockAuditTrail } from '#src/records/audit/locked-audit-trail.ts'

/**
 * Creates an artist with the first event of the audit trail.
 * @throws Problem `request_conflict` when the id is taken
 */
export async function addArtist(
  db: Kysely<DB>,
  artist: { id: string; name: string; bio: string | null },
): Promise<void> {
  await transact(db, async (trx) => {
    const added = await trx
      .insertInto('artists')
      .values(artist)
      .onConflict((conflict) => conflict.doNothing())
      .returning('created_at')
      .executeTakeFirst()
    const trail = await lockAuditTrail(trx, artist.id)
    if (added === undefined || trail === undefined) {
      throw new Problem('request_conflict', { message: `There is an artist ${artist.id} already` })
    }
    const { name, bio } = artist
    const details = { name, bio, createdAt: added.created_at.toISOString() }
    await trail.add({ action: 'artist.added', subject: `artist:${artist.id}`, revision: null, details })
  })
}
