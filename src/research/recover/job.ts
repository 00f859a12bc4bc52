import type { ExtractionOutcome } from '#src/contract/types.gen.ts'
import { captureText } from '#src/evidence/sources/save.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { formatCount } from '#src/text/format-count.ts'
import { newReaders } from '../embed/queries.ts'
import type { PageOutcome } from '../providers/pages/index.ts'
import { type ResearchSlice, readPage, saveItem } from '../slice.ts'
import { findSourceWithoutText, type RecoverPayload, type SourceWithoutText } from './recovery.ts'

/** The outcome of each record so far; research status shows it. */
type Checkpoint = { extractionOutcomes: ExtractionOutcome[] }

/**
 * One slice of recovering texts: one record's page is read and its text stored, or the reason why there is none. A
 * record that has a text by now, or may not be read any more, is skipped.
 */
export const recoverTexts: ResearchSlice = async (job, context) => {
  const { sourceIds } = job.payload as RecoverPayload
  const { extractionOutcomes: before } = { extractionOutcomes: [], ...job.checkpoint } as Checkpoint
  const sourceId = sourceIds[before.length] as string
  const source = await findSourceWithoutText(context.db, job.artist_id, sourceId)
  const found = source && (await readPage(context, source.url))
  return {
    save: async (change) => {
      const textless = await findSourceWithoutText(change.trx, job.artist_id, sourceId)
      const page = (textless && found) ?? ({ state: 'skipped', httpStatus: null } as const)
      const store = (source: SourceWithoutText, read: ReadyPage) =>
        saveItem(change, context, () => storeText(change, source, read, job.id))
      const isRefused = textless && page.state === 'ready' && (await store(textless, page)) === 'refused'
      const text = page.state === 'ready' && !isRefused ? page : undefined
      const outcome: ExtractionOutcome = {
        ...{ sourceId, status: isRefused ? 'unsupported' : page.state, httpStatus: page.httpStatus },
        ...{ capturedAt: change.now.toISOString(), storedChars: text?.text.length ?? 0 },
        truncated: text?.truncated ?? false,
      }
      const outcomes = [...before, outcome]
      const isLast = outcomes.length === sourceIds.length
      if (isLast && countReady(outcomes) > 0)
        for (const reader of newReaders(job.artist_id, context)) await enqueueJob(change.trx, reader)
      return decideNext(outcomes, sourceIds.length)
    },
  }
}

type ReadyPage = Extract<PageOutcome, { state: 'ready' }>

const storeText = (
  change: AuditTrail,
  source: SourceWithoutText,
  { text, truncated, title, publishedAt }: ReadyPage,
  jobId: string,
) =>
  captureText(change.trx, change, {
    sourceId: source.source_id,
    text,
    truncated,
    details: { truncated, jobId },
    // What a person recorded about it is kept; the page only fills what is missing.
    row: {
      kind: 'vault',
      curation: 'approved',
      method: 'web_page',
      title: source.title ?? title,
      published_at: source.published_at ?? publishedAt,
      evidence_kind: source.evidence_kind ?? 'original_text',
      speaker: source.speaker ?? 'not_applicable',
    },
  })

const countReady = (outcomes: readonly ExtractionOutcome[]) =>
  outcomes.filter(({ status }) => status === 'ready').length

function decideNext(extractionOutcomes: ExtractionOutcome[], total: number): JobDecision {
  const cursor = extractionOutcomes.length
  const texts = formatCount(countReady(extractionOutcomes), 'text')
  const progress = `Recovered ${texts}; tried ${cursor} of ${formatCount(total, 'record')}`
  return cursor < total
    ? { next: { cursor, total, checkpoint: { extractionOutcomes } }, progress }
    : { done: { result: { extractionOutcomes } }, progress }
}
