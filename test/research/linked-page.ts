import { v7 as uuidv7 } from 'uuid'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import type { TestContext } from '../support/test-context.ts'

/** An approved page of the artist. */
export async function addLinkedPage({ db, artistId }: TestContext, url: string): Promise<void> {
  const id = uuidv7()
  const content = {
    url,
    title: null,
    destination: 'link',
    identity: 'confirmed',
    curation: 'approved',
    reason: 'Found.',
    previous: null,
  } as const
  const revision = computeCandidateRevision({ artistId, candidateId: id, ...content })
  await db
    .insertInto('discoveries')
    .values({ artist_id: artistId, id, ...content, revision })
    .execute()
}
