import type { AuditChange } from '#src/records/audit/audit-trail.ts'
import { buildClaimDecided, decideClaim } from '../../claims.ts'
import type { ImportContext } from '../context.ts'
import type { ArtistRecord, ClaimRecord, ImportOutcome } from '../records.ts'

/** Adds an artist, or changes name or biography. A biography absent in the file stays: it may have been published here. */
export async function applyArtist(
  { trx, trail, addedAt, append }: ImportContext,
  { name, bio }: ArtistRecord,
): Promise<ImportOutcome> {
  if (addedAt !== undefined) {
    append({ action: 'artist.added', revision: null, details: { name, bio, createdAt: addedAt.toISOString() } })
    return 'added'
  }
  const current = await trx
    .selectFrom('artists')
    .select(['name', 'bio'])
    .where('id', '=', trail.artistId)
    .executeTakeFirstOrThrow()
  const next = { name, bio: bio ?? current.bio }
  if (next.name === current.name && next.bio === current.bio) return 'unchanged'
  await trx.updateTable('artists').set(next).where('id', '=', trail.artistId).execute()
  append({ revision: null, details: next })
  return 'changed'
}

/**
 * A claim needs an existing user: one created for a misspelt subject would give the claim to the future owner of that
 * name.
 */
export async function applyClaim(
  { trx, trail, users, rows, addedAt, append: stage, refuse }: ImportContext,
  record: ClaimRecord,
): Promise<ImportOutcome> {
  const { subject, state } = record
  const userId = users.get(subject) ?? refuse('subject', 'names no user')
  if (addedAt !== undefined) {
    rows.claims.push({ artist_id: trail.artistId, user_id: userId, state, decided_at: trail.now })
    stage(buildClaimDecided(subject, state))
    return 'added'
  }
  const append = async (change: AuditChange) => stage(change)
  return (await decideClaim(trx, { ...trail, append }, subject, state)) ?? refuse('subject', 'names no user')
}
