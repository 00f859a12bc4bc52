import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Discoveries } from '#src/database/tables.gen.ts'
import type { TestContext } from '../support/test-context.ts'

export type Review = Pick<Insertable<Discoveries>, 'curation' | 'identity'>

/** A discovery with its text, and its candidate: pending and unresolved by default. */
export async function addDiscovery(
  { db, artistId, addSource }: TestContext,
  text: string,
  { curation = 'pending', identity = 'unresolved' }: Partial<Review> = {},
) {
  const saved = curation === 'pending' || curation === 'approved' ? curation : 'rejected'
  const source = await addSource(text, { kind: 'discovery', curation: saved })
  await addCandidate({ db, artistId }, source.sourceId, { curation, identity })
  return source
}

/** One more candidate with the same evidence. */
export async function addCandidate(
  { db, artistId }: Pick<TestContext, 'db' | 'artistId'>,
  sourceId: string,
  review: Review,
): Promise<void> {
  await db
    .insertInto('discoveries')
    .values({
      artist_id: artistId,
      id: uuidv7(),
      source_id: sourceId,
      url: 'https://example.org/found',
      destination: 'lore',
      reason: 'Names the record.',
      revision: 'd'.repeat(64),
      ...review,
    })
    .execute()
}
