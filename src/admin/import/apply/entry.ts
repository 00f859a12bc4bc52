import { createOfferedRevision } from '#src/records/interview/entry-revision.ts'
import { computeEntryRevision } from '#src/text/revisions.ts'
import type { ImportContext } from '../context.ts'
import type { ImportOutcome, LegacyOfferRecord, ResponseRecord } from '../records.ts'

/** An open question of earlier days: it belongs to no sitting and invents no references. */
export async function applyLegacyOffer(work: ImportContext, record: LegacyOfferRecord): Promise<ImportOutcome> {
  const { trx, trail, tell } = work
  await refuseOtherWords(work, record)
  const { artistId } = trail
  const content = {
    artist_id: artistId,
    id: record.id,
    question_key: `legacy-${record.id}`,
    question: record.question,
    sitting: null,
    source: 'import',
    citations: [],
  }
  const step = createOfferedRevision(content)
  await trx
    .insertInto('interview_entries')
    .values({ ...content, ...step, offered_at: record.offeredAt, citations: '[]' })
    .execute()
  await tell({ revision: step.revision, details: { offeredAt: record.offeredAt } })
  return 'added'
}

/**
 * An answer of earlier days, in the words it was given. When those were saved is not known, so no instant of the save
 * is made up; among the answers it ranks by its place in the trail.
 */
export async function applyResponse(work: ImportContext, record: ResponseRecord): Promise<ImportOutcome> {
  const { trx, trail, tell } = work
  await refuseOtherWords(work, record)
  const { artistId } = trail
  const { id: entryId, question, answer, sitting, source, offeredAt } = record
  const questionKey = `imported-${entryId}`
  const content = { artistId, entryId, questionKey, question, sitting, source, references: [] }
  const revision = computeEntryRevision({ ...content, state: 'answered', answer, previous: null })
  const { seq } = await tell({ revision, details: { number: 1, offeredAt, sitting } })
  await trx
    .insertInto('interview_entries')
    .values({
      ...{ artist_id: artistId, id: entryId, question_key: questionKey, question, answer, sitting, source },
      ...{ state: 'answered', citations: '[]', revision, offered_at: offeredAt, saved_seq: seq },
    })
    .execute()
  await trx
    .insertInto('response_versions')
    .values({ artist_id: artistId, entry_id: entryId, number: 1, revision, answer, saved_seq: seq })
    .execute()
  return 'added'
}

/** What an artist was asked and said is never overwritten from outside, not even by what was imported before. */
async function refuseOtherWords({ trx, trail, refuse }: ImportContext, { id }: { id: string }) {
  const present = await trx
    .selectFrom('interview_entries')
    .select('id')
    .where('artist_id', '=', trail.artistId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (present !== undefined) refuse('id', 'is there already with other content; an import never overwrites it')
}
