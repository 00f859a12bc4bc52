import type { Transaction } from 'kysely'
import type { ExtractionOutcome } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { captureText } from '#src/evidence/sources/capture-text.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, completeJob, continueJob } from '#src/queue/transitions.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { newEmbedding } from '../embed/purpose.ts'
import { processItem, readExternalPage } from '../external-item.ts'
import { newLoreRefresh } from '../lore/refresh-job.ts'
import type { PageOutcome } from '../providers/pages/index.ts'
import { saveSlice } from '../save-slice.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import { findSourceWithoutText, type SourceWithoutText } from './missing-texts.ts'
import type { RecoverPayload } from './purpose.ts'

/** The outcome of each record so far; research status shows it. */
type Checkpoint = { extractionOutcomes: ExtractionOutcome[] }

/**
 * One slice of recovering texts: one record's page is read and its text stored, or the reason why there is none. A
 * record that has a text by now, or may not be read any more, is skipped.
 */
export const recoverTexts: ResearchSlice = async (job, context) => {
  const { db, signal } = context
  const { sourceIds } = job.payload as RecoverPayload
  const { extractionOutcomes: outcomes } = { extractionOutcomes: [], ...job.checkpoint } as Checkpoint
  const sourceId = sourceIds[outcomes.length]
  if (sourceId === undefined) return await end(db, job, outcomes)
  const source = await findSourceWithoutText(db, job.artist_id, sourceId)
  const page = source && (await readExternalPage(context, source.url))
  signal.throwIfAborted()
  const save = (outcome: PageOutcome | undefined) => saveOutcome(job, context, outcomes, { sourceId, page: outcome })
  return await processItem(
    context,
    () => save(page),
    () => save(page && { state: 'unsupported', httpStatus: page.httpStatus }),
  )
}

/** Saves the outcome of reading a record's page with the step of the job; undefined where it was not read. */
async function saveOutcome(
  job: ClaimedJob,
  { db, newId, providers }: ResearchContext,
  outcomes: readonly ExtractionOutcome[],
  { sourceId, page }: { sourceId: string; page: PageOutcome | undefined },
): Promise<SliceOutcome> {
  const { sourceIds } = job.payload as RecoverPayload
  return await saveSlice<SliceOutcome>(db, job, leaseLostOutcome, async ({ trx, ...trail }) => {
    const stillTextless = page && (await findSourceWithoutText(trx, job.artist_id, sourceId))
    const outcome = stillTextless
      ? await store(trx, trail, stillTextless, page, job.id)
      : findOutcome(sourceId, trail.now, { state: 'skipped', httpStatus: null })
    const now = [...outcomes, outcome]
    if (now.length < sourceIds.length) {
      const checkpointed = { cursor: now.length, total: sourceIds.length, checkpoint: { extractionOutcomes: now } }
      return {
        ending: await applyTransition(continueJob(trx, job, checkpointed)),
        progress: formatOutcomes(now, sourceIds.length),
      }
    }
    if (now.some(({ status }) => status === 'ready')) {
      await enqueueJob(trx, newLoreRefresh(job.artist_id, newId())).execute()
      if (providers.embeddings) await enqueueJob(trx, newEmbedding(job.artist_id, newId())).execute()
    }
    return await end(trx, job, now)
  })
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
    action: 'source.captured',
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

async function end(
  db: Parameters<typeof completeJob>[0],
  job: ClaimedJob,
  extractionOutcomes: ExtractionOutcome[],
): Promise<SliceOutcome> {
  const steps = extractionOutcomes.length
  const ended = completeJob(db, job, { steps, result: { extractionOutcomes } })
  return { ending: await applyTransition(ended), progress: formatOutcomes(extractionOutcomes, steps) }
}

const formatOutcomes = (outcomes: readonly ExtractionOutcome[], of: number) =>
  messages.formatTextsRecovered(outcomes.length, of, outcomes.filter(({ status }) => status === 'ready').length)
