import { buildClaimDecided } from '../../claims.ts'
import type { RecordImport } from '../open-artist.ts'
import type { ImportOutcome, RecordOf } from '../records.ts'

/** Adds an artist, or changes its name or biography. A biography that the file lacks stays: it may be public here. */
export async function applyArtist(
  { trail, addedAt, append }: RecordImport,
  { name, bio }: RecordOf<'artist'>,
): Promise<ImportOutcome> {
  if (addedAt !== undefined) {
    append({ action: 'artist.added', revision: null, details: { name, bio, createdAt: addedAt.toISOString() } })
    return 'added'
  }
  const { artistId, trx } = trail
  const current = await trx
    .selectFrom('artists')
    .select(['name', 'bio'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  const next = { name, bio: bio ?? current.bio }
  if (next.name === current.name && next.bio === current.bio) return 'unchanged'
  await trx.updateTable('artists').set(next).where('id', '=', artistId).execute()
  append({ revision: null, details: next })
  return 'changed'
}

/**
 * A claim needs an existing user: one created for a misspelt subject would give the claim to the future owner of that
 * name.
 */
export function applyClaim(
  { trail, users, claims, rows, append, refuse }: RecordImport,
  { subject, state }: RecordOf<'claim'>,
): ImportOutcome {
  const userId = users.get(subject) ?? refuse('subject', 'names no user')
  const before = claims.get(userId)
  if (before === state) return 'unchanged'
  rows.claims.push({ artist_id: trail.artistId, user_id: userId, state, decided_at: trail.now })
  append(buildClaimDecided(subject, state))
  return before === undefined ? 'added' : 'changed'
}
