import { transact } from '#src/database/transaction.ts'
import { readWindows } from '#src/evidence/references/read-windows.ts'
import { packVectors } from '#src/evidence/search/semantic/quantize.ts'
import { countWindows, splitBatch, windowsPerBatch } from '#src/evidence/search/semantic/windows.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { lockLease } from '#src/queue/lease.ts'
import { sliceMs } from '#src/queue/limits.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, completeJob, continueJob, failJob, snoozeJob } from '#src/queue/transitions.ts'
import { endUnconfiguredJob } from '#src/queue/unconfigured-job.ts'
import { chargeJob } from '../budget/charge-job.ts'
import type { EmbeddingModel } from '../providers/embeddings/index.ts'
import type { ProviderFailure } from '../providers/provider-error.ts'
import { createRateLimitedSend, isProviderFailure } from '../providers/rate-limited.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import type { EmbedPayload } from './purpose.ts'
import { type Backlog, findBacklog, removeStaleVectors, saveBatch, type UnembeddedText } from './queries.ts'

/** The length of the vectors that are being made. What has been made is in the tables: each batch counts at once. */
type Checkpoint = { dimensions: number | null }

/** Milliseconds after which a slice begins no further request. */
const startWindowMs = sliceMs / 3

/** Requests of all processes together; a pause that the service asks for is one for all of them. */
const rateLimit = { name: 'embeddings', intervalMs: 50 }

/**
 * One slice of making the vectors of an artist's texts, 32 windows in a request. Each answer is saved by itself, so
 * whatever ends the slice costs one request at most.
 */
export const embedTexts: ResearchSlice = async (job, context) => {
  const model = context.providers.embeddings
  if (model === undefined) return await endUnconfiguredJob(job, context)
  const startedMs = performance.now()
  let { dimensions = null } = { ...(job.payload as EmbedPayload), ...(job.checkpoint as Partial<Checkpoint>) }
  for (;;) {
    const backlog = await findBacklog(context.db, job.artist_id, { model: model.name, dimensions })
    const { next } = backlog
    if (next === undefined) return await finish(job, context, backlog)
    if (performance.now() - startedMs > startWindowMs)
      return await continueEmbedding(job, context, backlog, { dimensions })
    const step = await embedBatch(job, context, model, next, dimensions)
    if (step === 'lease_lost') return leaseLostOutcome
    if (step === 'spent') return await endSpent(job, context, backlog)
    if (isProviderFailure(step)) return await postpone(job, context, backlog, step, { dimensions })
    dimensions = step.dimensions
  }
}

type Step = { dimensions: number | null } | ProviderFailure | 'spent' | 'lease_lost'

/**
 * The next batch of a text. Where the vectors are of another length than those before, nothing is saved: all texts are
 * embedded again, with that length.
 */
async function embedBatch(
  job: ClaimedJob,
  { db, signal }: ResearchContext,
  model: EmbeddingModel,
  source: UnembeddedText,
  dimensions: number | null,
): Promise<Step> {
  const batch = Math.floor(source.windows / windowsPerBatch)
  const windows = splitBatch(batch, source.totalChars)
  const read = await readWindows(
    db,
    job.artist_id,
    windows.map((window) => ({ ...source, ...window })),
    { citable: true },
  )
  // The source has changed since: the next step finds its current text.
  if (read.size < windows.length) return { dimensions }
  const texts = windows.map((_, at) => read.get(at)?.text ?? '')
  // Services refuse a text that is only white space.
  const telling = texts.filter((text) => text.trim() !== '')
  const answer = telling.length === 0 ? { vectors: [] } : await ask(job, { db, signal }, model, telling)
  signal.throwIfAborted()
  if (typeof answer === 'string' || isProviderFailure(answer)) return answer
  const length = answer.vectors[0]?.length ?? source.dimensions ?? dimensions ?? 1
  if (source.windows > 0 && length !== source.dimensions) return { dimensions: length }
  const embedded = answer.vectors.values()
  const vectors = texts.map((text) =>
    text.trim() === '' ? buildZeros(length) : (embedded.next().value ?? buildZeros(length)),
  )
  const windowsDone = source.windows + windows.length
  const isSaved = await transact(db, async (trx) => {
    if (!(await lockLease(trx, job))) return false
    const complete = windowsDone >= countWindows(source.totalChars)
    const saved = { batch, vectors: packVectors(vectors), windows: windowsDone, complete }
    await saveBatch(trx, job.artist_id, { model: model.name, dimensions: length }, source, saved)
    return true
  })
  return isSaved ? { dimensions: length } : 'lease_lost'
}

const buildZeros = (length: number) => new Array<number>(length).fill(0)

/** One request: counted, and sent at the pace of all processes. */
async function ask(
  job: ClaimedJob,
  { db, signal }: Pick<ResearchContext, 'db' | 'signal'>,
  model: EmbeddingModel,
  texts: readonly string[],
): Promise<{ vectors: number[][] } | ProviderFailure | 'spent' | 'lease_lost'> {
  const send = createRateLimitedSend(db, rateLimit, signal)
  return await send<{ vectors: number[][] } | 'spent' | 'lease_lost'>(async () => {
    const charged = await chargeJob(db, job, 'embedding')
    return charged === 'paid' ? await model.embed({ texts }, signal) : charged
  })
}

const countSteps = ({ remaining, texts }: Backlog) => ({ cursor: texts - remaining, total: texts })

async function continueEmbedding(
  job: ClaimedJob,
  { db }: ResearchContext,
  backlog: Backlog,
  checkpoint: Checkpoint,
): Promise<SliceOutcome> {
  return {
    ending: await applyTransition(continueJob(db, job, { ...countSteps(backlog), checkpoint })),
    progress: messages.formatTextsEmbedded(backlog.texts - backlog.remaining, backlog.texts),
  }
}

/** Waits for a pause that the service asked for. Other failures are retried, except a refusal. */
async function postpone(
  job: ClaimedJob,
  { db }: ResearchContext,
  backlog: Backlog,
  { failed, retryAfterMs }: ProviderFailure,
  checkpoint: Checkpoint,
): Promise<SliceOutcome> {
  if (retryAfterMs !== undefined) {
    const ending = await applyTransition(snoozeJob(db, job, { ...countSteps(backlog), checkpoint }, retryAfterMs))
    return { ending, progress: messages.providerPauses }
  }
  if (failed === 'provider_unavailable' || failed === 'timed_out') return { failed }
  return {
    ending: await applyTransition(failJob(db, job, failed, { forGood: true })),
    progress: messages.embeddingRefused,
  }
}

async function endSpent(
  job: ClaimedJob,
  { db }: ResearchContext,
  { remaining, texts }: Backlog,
): Promise<SliceOutcome> {
  const ended = completeJob(db, job, { steps: texts - remaining, errorCategory: 'rate_limited' })
  return { ending: await applyTransition(ended), progress: messages.spentToday }
}

async function finish(job: ClaimedJob, { db }: ResearchContext, { texts }: Backlog): Promise<SliceOutcome> {
  return await transact(db, async (trx) => {
    if (!(await lockLease(trx, job))) return leaseLostOutcome
    await removeStaleVectors(trx, job.artist_id)
    const ending = await applyTransition(completeJob(trx, job, { steps: texts }))
    return { ending, progress: messages.formatTextsEmbedded(texts, texts) }
  })
}
