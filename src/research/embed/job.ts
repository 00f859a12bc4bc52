import { readWindows } from '#src/evidence/references/windows.ts'
import { countWindows, packVectors, splitBatch, windowsPerBatch } from '#src/evidence/search/semantic/vectors.ts'
import { formatCount } from '#src/text/format-count.ts'
import { chargeJob, spentToday } from '../budget.ts'
import { isProviderFailure } from '../providers/call.ts'
import { decideAfterFailure, endUnconfigured, type ResearchSlice } from '../slice.ts'
import { findBacklog, forgetOtherLengths, saveBatch } from './queries.ts'

/**
 * One slice of making the vectors of an artist's texts: one request, for 32 windows of a text. Where the vectors are of
 * another length than those before, the texts that have such start again.
 */
export const embedTexts: ResearchSlice = async (job, context) => {
  const { embeddings: model } = context.providers
  if (model === undefined) return endUnconfigured('Nothing makes vectors here: no model is configured')
  const { next: source, texts: total, remaining } = await findBacklog(context.db, job.artist_id, model.name)
  const cursor = total - remaining
  const progress = `Made the vectors of ${cursor} of ${formatCount(total, 'text')}`
  if (source === undefined) return { done: {}, progress }
  const stay = { cursor, total, checkpoint: {} }
  const batch = Math.floor(source.windows / windowsPerBatch)
  const windows = splitBatch(batch, source.totalChars).map((window) => ({ ...source, ...window }))
  const read = await readWindows(context.db, job.artist_id, windows, { citable: true })
  // The source has changed since: the next slice finds its current text.
  if (read.size < windows.length) return { next: stay, progress }
  // Services refuse a text that is only white space.
  const texts = windows.map((_, at) => read.get(at)?.text ?? '').map((text) => (text.trim() === '' ? '-' : text))
  if (!(await chargeJob(context.db, job, 'embedding')))
    return { done: { errorCategory: 'rate_limited' }, progress: spentToday }
  const answer = await model.embed(texts, context.signal)
  if (isProviderFailure(answer)) {
    return decideAfterFailure(job, answer, {
      stay,
      goOn: (failed) => ({ failed, progress: 'The embedding model has not made the vectors' }),
    })
  }
  const dimensions = answer.vectors[0]?.length ?? 0
  const made = source.windows + windows.length
  const complete = made >= countWindows(source.totalChars)
  return {
    save: async ({ trx, artistId }) => {
      if (source.windows > 0 && dimensions !== source.dimensions) await forgetOtherLengths(trx, artistId, dimensions)
      else {
        const saved = { batch, vectors: packVectors(answer.vectors), windows: made, complete }
        await saveBatch(trx, artistId, { model: model.name, dimensions }, source, saved)
      }
      return { next: stay, progress }
    },
  }
}
