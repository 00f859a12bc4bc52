import { readWindows } from '#src/evidence/references/windows.ts'
import { countWindows, packVectors, splitBatch, windowsPerBatch } from '#src/evidence/search/semantic/vectors.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { changeUnderLease } from '#src/queue/lease.ts'
import { sliceMs } from '#src/queue/limits.ts'
import { formatCount } from '#src/text/format-count.ts'
import { sendWithinBudget, spentToday } from '../budget.ts'
import { isProviderFailure, type ProviderFailure } from '../providers/call.ts'
import type { EmbeddingModel } from '../providers/embeddings.ts'
import { decideAfterFailure, endUnconfigured, type ResearchContext, type ResearchSlice } from '../slice.ts'
import { findBacklog, forgetOtherLengths, removeStaleVectors, saveBatch, type UnembeddedText } from './queries.ts'

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
  if (model === undefined) return endUnconfigured('Nothing makes vectors here: no model is configured')
  const startedMs = performance.now()
  for (;;) {
    const { next, texts, remaining } = await findBacklog(context.db, job.artist_id, model.name)
    const steps = texts - remaining
    const progress = `Made the vectors of ${steps} of ${formatCount(texts, 'text')}`
    if (next === undefined) {
      return {
        save: async ({ trx }) => {
          await removeStaleVectors(trx, job.artist_id)
          return { done: { steps }, progress }
        },
      }
    }
    const stay = { cursor: steps, total: texts, checkpoint: {} }
    if (performance.now() - startedMs > startWindowMs) return { next: stay, progress }
    const batch = await embedBatch(job, context, model, next)
    if (batch === 'spent') return { done: { steps, errorCategory: 'rate_limited' }, progress: spentToday }
    if (isProviderFailure(batch)) {
      const refused = 'The embedding model does not take what it is asked'
      const goOn = (failed: ProviderFailure['failed']) =>
        failed === 'provider_refused' ? { failed, progress: refused } : { failed }
      return decideAfterFailure(job, batch, { stay, goOn })
    }
  }
}

/** The next batch of a text; where its vectors are of another length than those before, such texts start again. */
async function embedBatch(
  job: ClaimedJob,
  context: ResearchContext,
  model: EmbeddingModel,
  source: UnembeddedText,
): Promise<'saved' | ProviderFailure | 'spent'> {
  const batch = Math.floor(source.windows / windowsPerBatch)
  const windows = splitBatch(batch, source.totalChars).map((window) => ({ ...source, ...window }))
  const read = await readWindows(context.db, job.artist_id, windows, { citable: true })
  // The source has changed since: the next step finds its current text.
  if (read.size < windows.length) return 'saved'
  // Services refuse a text that is only white space.
  const texts = windows.map((_, at) => read.get(at)?.text ?? '').map((text) => (text.trim() === '' ? '-' : text))
  const step = { rateLimit, step: 'embedding' } as const
  const answer = await sendWithinBudget(job, context, step, () => model.embed({ texts }, context.signal))
  context.signal.throwIfAborted()
  if (typeof answer === 'string' || isProviderFailure(answer)) return answer
  const dimensions = answer.vectors[0]?.length ?? 0
  const windowsDone = source.windows + windows.length
  const complete = windowsDone >= countWindows(source.totalChars)
  const saved = { batch, vectors: packVectors(answer.vectors), windows: windowsDone, complete }
  const space = { model: model.name, dimensions }
  return await changeUnderLease<'saved'>(context.db, job, async ({ trx }) => {
    if (source.windows > 0 && dimensions !== source.dimensions) await forgetOtherLengths(trx, job.artist_id, dimensions)
    else await saveBatch(trx, job.artist_id, space, source, saved)
    return 'saved'
  })
}
