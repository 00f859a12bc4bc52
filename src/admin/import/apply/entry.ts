import { createOfferedRevision } from '#src/records/interview/entries.ts'
import { computeEntryRevision } from '#src/text/revisions.ts'
import type { RecordImport } from '../open-artist.ts'
import type { ImportOutcome, RecordOf } from '../records.ts'

/** An open question of an earlier system: without sitting or references. */
export function applyLegacyOffer(work: RecordImport, record: RecordOf<'legacyOffer'>): ImportOutcome {
  refuseExisting(work, record)
  const content = {
    artist_id: work.trail.artistId,
    id: record.id,
    question_key: `legacy-${record.id}`,
    question: record.question,
    sitting: null,
    source: 'import' as const,
    citations: [],
  }
  const step = createOfferedRevision(content)
  work.append({ revision: step.revision, details: { offeredAt: record.offeredAt } })
  work.rows.interview_entries.push({ ...content, ...step, offered_at: record.offeredAt, saved_seq: null })
  return 'added'
}

/**
 * An answer of an earlier system, verbatim. Its time of saving is unknown and stays null; among the answers it ranks by
 * its sequence number in the audit trail.
 */
export function applyResponse(work: RecordImport, record: RecordOf<'response'>): ImportOutcome {
  refuseExisting(work, record)
  const { id: entryId, question, answer, sitting, source, offeredAt } = record
  const content = { question, sitting, source, answer, state: 'answered', previous: null } as const
  const { artistId } = work.trail
  const questionKey = `imported-${entryId}`
  const revision = computeEntryRevision({ ...content, artistId, entryId, questionKey, references: [] })
  const { seq } = work.append({ revision, details: { number: 1, offeredAt, sitting } })
  const saved = { artist_id: artistId, revision, saved_seq: seq }
  work.rows.interview_entries.push({
    ...content,
    ...saved,
    id: entryId,
    question_key: questionKey,
    citations: [],
    offered_at: offeredAt,
  })
  work.rows.response_versions.push({ ...saved, entry_id: entryId, number: 1, answer })
  return 'added'
}

/** An import never overwrites a question or an answer, not even an imported one. */
function refuseExisting({ entries, refuse }: RecordImport, { id }: { id: string }): void {
  if (entries.has(id)) refuse('id', 'is there already with other content; an import never overwrites it')
}
