import { discoverSources } from './discover/job.ts'
import { embedTexts } from './embed/job.ts'
import { embedPurpose } from './embed/purpose.ts'
import { researchQuestion } from './questions/job.ts'
import { isQuestionJob } from './questions/request.ts'
import { recoverTexts } from './recover/job.ts'
import { isRecoveryJob } from './recover/purpose.ts'
import type { ResearchSlice } from './slice.ts'

/**
 * One slice of a source search, by its purpose: one question, missing texts, the vectors of texts, or everything about
 * the artist.
 */
export const runSourceSearch: ResearchSlice = async (job, context) => {
  if (isRecoveryJob(job)) return await recoverTexts(job, context)
  if (job.purpose === embedPurpose) return await embedTexts(job, context)
  return isQuestionJob(job) ? await researchQuestion(job, context) : await discoverSources(job, context)
}
