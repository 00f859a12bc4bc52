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
  sourceId: string | null,
  columns: Review & Partial<Insertable<Discoveries>>,
): Promise<void> {
  const found = { url: 'https://example.org/found', destination: 'lore', reason: 'Names the record.' } as const
  const row = { artist_id: artistId, id: uuidv7(), source_id: sourceId, revision: 'd'.repeat(64) }
  await db
    .insertInto('discoveries')
    .values({ ...row, ...found, ...columns })
    .execute()
}

/** An approved page of the artist, without a text. */
export const addLinkedPage = (context: TestContext, url: string) =>
  addCandidate(context, null, { url, destination: 'link', curation: 'approved', identity: 'confirmed' })
