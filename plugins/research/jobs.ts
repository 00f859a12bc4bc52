import type { Slices } from '#src/queue/slice.ts'
import { discoverSources } from '#src/research/discover/job.ts'
import { embedTexts } from '#src/research/embed/job.ts'
import { embedPurpose } from '#src/research/embed/queries.ts'
import { refreshLore } from '#src/research/lore/job.ts'
import { researchQuestion } from '#src/research/questions/job.ts'
import { isQuestionJob } from '#src/research/questions/request.ts'
import { recoverTexts } from '#src/research/recover/job.ts'
import { isRecoveryJob } from '#src/research/recover/recovery.ts'
import { refreshReleases } from '#src/research/releases/refresh.ts'
import type { ResearchContext, ResearchSlice } from '#src/research/slice.ts'
import { collectPosts } from '#src/research/social/collect.ts'
import { extractCaptions } from '#src/research/social/extract.ts'

/**
 * One slice of a source search, by its purpose: one question, missing texts, the vectors of texts, or everything about
 * the artist.
 */
const runSourceSearch: ResearchSlice = async (job, context) => {
  if (isRecoveryJob(job)) return await recoverTexts(job, context)
  if (job.purpose === embedPurpose) return await embedTexts(job, context)
  return isQuestionJob(job) ? await researchQuestion(job, context) : await discoverSources(job, context)
}

/** What runs each kind of job; every kind of the contract has its entry, or this does not compile. */
export const slices: Slices<ResearchContext> = {
  lore_refresh: refreshLore,
  social_ingest: collectPosts,
  caption_extract: extractCaptions,
  source_search: runSourceSearch,
  latest_refresh: refreshReleases,
}
