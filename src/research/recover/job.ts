import type { Transaction } from 'kysely'
import type { ExtractionOutcome } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { captureText } from '#src/evidence/sources/save.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import * as messages from '#src/queue/status-messages.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { newEmbedding } from '../embed/queries.ts'
import { readExternalPage } from '../external-item.ts'
import type { PageOutcome } from '../providers/pages/index.ts'
import type { ResearchContext } from '../slice.ts'
import { type JobDecision, runStep } from '../step.ts'
import { findSourceWithoutText, type RecoverPayload, type SourceWithoutText } from './recovery.ts'

/** The outcome of each record so far; research status shows it. */
type Checkpoint = { extractionOutcomes: ExtractionOutcome[] }

/**
 * One slice of recovering texts: one record's page is read and its text stored, or the reason why there is none. A
 * record that has a text by now, or may not be read any more, is skipped.
 */
export const recoverTexts = runStep(async (job, context) => {
  const { sourceIds } = job.payload as RecoverPayload
  const { extractionOutcomes: outcomes } = { extractionOutcomes: [], ...job.checkpoint } as Checkpoint
  const sourceId = sourceIds[outcomes.length]
  if (sourceId === undefined) return end(outcomes)
  const source = await findSourceWithoutText(context.db, job.artist_id, sourceId)
  const page = source && (await readExternalPage(context, source.url))
  context.signal.throwIfAborted()
  const save = (outcome: PageOutcome | undefined) => (change: OpenChange) =>
    saveOutcome(change, job, context, outcomes, { sourceId, page: outcome })
  return {
    save: save(page),
    otherwise: () => ({ save: save(page && { state: 'unsupported', httpStatus: page.httpStatus }) }),
  }
})

/** Saves the outcome of reading a record's page; undefined where it was not read. */
async function saveOutcome(
  { trx, ...trail }: OpenChange,
  job: ClaimedJob,
  { newId, providers }: ResearchContext,
  outcomes: readonly ExtractionOutcome[],
  { sourceId, page }: { sourceId: string; page: PageOutcome | undefined },
): Promise<JobDecision> {
  const { sourceIds } = job.payload as RecoverPayload
  const stillTextless = page && (await findSourceWithoutText(trx, job.artist_id, sourceId))
  const outcome = stillTextless
    ? await store(trx, trail, stillTextless, page, job.id)
    : findOutcome(sourceId, trail.now, { state: 'skipped', httpStatus: null })
  const extractionOutcomes = [...outcomes, outcome]
  const [cursor, total] = [extractionOutcomes.length, sourceIds.length]
  if (cursor < total) {
    const progress = formatOutcomes(extractionOutcomes, total)
    return { next: { cursor, total, checkpoint: { extractionOutcomes } }, progress }
  }
  if (extractionOutcomes.some(({ status }) => status === 'ready')) {
    await enqueueJob(trx, newLoreRefresh(job.artist_id, newId())).execute()
    if (providers.embeddings) await enqueueJob(trx, newEmbedding(job.artist_id, newId())).execute()
  }
  return end(extractionOutcomes)
}

async function store(
  trx: Transaction<DB>,
  trail: AuditTrail,
  source: SourceWithoutText,
  page: PageOutcome,
  jobId: string,
): Promise<ExtractionOutcome> {
  if (page.state !== 'ready') return findOutcome(source.source_id, trail.now, page)
  const { text, truncated } = page
  await captureText(trx, trail, {
    sourceId: source.source_id,
    text,
    truncated,
    details: { truncated, jobId },
    // What a person recorded about it is kept; the page only fills what is missing.
    row: {
      kind: 'vault',
      curation: 'approved',
      method: 'web_page',
      title: source.title ?? page.title,
      published_at: source.published_at ?? page.publishedAt,
      evidence_kind: source.evidence_kind ?? 'original_text',
      speaker: source.speaker ?? 'not_applicable',
    },
  })
  return findOutcome(source.source_id, trail.now, page)
}

function findOutcome(
  sourceId: string,
  now: Date,
  page: PageOutcome | { state: 'skipped'; httpStatus: null },
): ExtractionOutcome {
  const stored = page.state === 'ready' ? page : { text: '', truncated: false }
  return {
    sourceId,
    status: page.state,
    capturedAt: now.toISOString(),
    httpStatus: page.httpStatus,
    storedChars: stored.text.length,
    truncated: stored.truncated,
  }
}

function end(extractionOutcomes: ExtractionOutcome[]): JobDecision {
  const steps = extractionOutcomes.length
  return { done: { steps, result: { extractionOutcomes } }, progress: formatOutcomes(extractionOutcomes, steps) }
}

const formatOutcomes = (outcomes: readonly ExtractionOutcome[], of: number) =>
  messages.formatTextsRecovered(outcomes.length, of, outcomes.filter(({ status }) => status === 'ready').length)
