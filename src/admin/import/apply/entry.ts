import { createOfferedRevision } from '#src/records/interview/entry-revision.ts'
import { computeEntryRevision } from '#src/text/revisions.ts'
import type { ImportContext } from '../context.ts'
import type { ImportOutcome, LegacyOfferRecord, ResponseRecord } from '../records.ts'

/** An open question of an earlier system: without sitting or references. */
export async function applyLegacyOffer(context: ImportContext, record: LegacyOfferRecord): Promise<ImportOutcome> {
  const { rows, trail, append } = context
  await refuseExisting(context, record)
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
  rows.interview_entries.push({ ...content, ...step, offered_at: record.offeredAt, saved_seq: null })
  append({ revision: step.revision, details: { offeredAt: record.offeredAt } })
  return 'added'
}

/**
 * An answer of an earlier system, verbatim. Its time of saving is unknown and stays null; among the answers it ranks by
 * its sequence number in the audit trail.
 */
export async function applyResponse(context: ImportContext, record: ResponseRecord): Promise<ImportOutcome> {
  const { rows, trail, append } = context
  await refuseExisting(context, record)
  const { artistId } = trail
  const { id: entryId, question, answer, sitting, source, offeredAt } = record
  const questionKey = `imported-${entryId}`
  const content = { artistId, entryId, questionKey, question, sitting, source, references: [] }
  const revision = computeEntryRevision({ ...content, state: 'answered', answer, previous: null })
  const { seq } = append({ revision, details: { number: 1, offeredAt, sitting } })
  rows.interview_entries.push({
    artist_id: artistId,
    id: entryId,
    question_key: questionKey,
    question,
    answer,
    sitting,
    source,
    state: 'answered',
    citations: [],
    revision,
    previous: null,
    offered_at: offeredAt,
    saved_seq: seq,
  })
  rows.response_versions.push({ artist_id: artistId, entry_id: entryId, number: 1, revision, answer, saved_seq: seq })
  return 'added'
}

/** An import never overwrites a question or an answer, not even an imported one. */
async function refuseExisting({ trx, trail, addedAt, refuse }: ImportContext, { id }: { id: string }) {
  if (addedAt !== undefined) return
  const present = await trx
    .selectFrom('interview_entries')
    .select('id')
    .where('artist_id', '=', trail.artistId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (present !== undefined) refuse('id', 'is there already with other content; an import never overwrites it')
}
