import type { JobKind } from './kinds.ts'

/**
 * The progress messages of slices. Every reader of the research status sees them, so each is a fixed phrase with
 * numbers: no text of an artist, no name, no message of an error or provider (interface, section 4.4).
 */

const formatCount = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

export const formatEvidenceRead = (pages: number, total: number) =>
  `Read ${pages} of ${formatCount(total, 'page')} of evidence`

export const gatheringAgain = 'The evidence has changed; reading it again'

export const composingAgain = 'The records have changed; composing again'

export const formatLoreComposed = (answers: number, sources: number) =>
  answers + sources === 0
    ? 'Composed empty Lore: there is nothing it could be made of'
    : `Composed Lore from ${formatCount(answers, 'answer')} and ${formatCount(sources, 'source')}`

export const unchanged = 'Composed Lore; it is the same as before'

export const overviewProposed = 'an overview by a model is proposed beside it'

export const askingAgain = 'The overview of the model did not hold against the passages; asking once more'

/** Why there is no overview although a model is configured. */
export const withoutOverview = {
  no_answer: 'the model gave no answer',
  refused: 'the overview of the model did not hold against the passages',
  spent: 'what may be spent on a model today is spent',
} as const

export const formatCollectionStarted = (profile: number, profiles: number) =>
  `Started collecting the posts of profile ${profile} of ${profiles}`

export const formatCollectionRunning = (profile: number, profiles: number) =>
  `Posts of profile ${profile} of ${profiles} are being collected`

export const collectionEnded = 'The posts are found; reading them comes next'

export const formatPostsRead = (posts: number) => `Read a page of posts: ${posts} are new or changed`

export const formatProfileSkipped = (profile: number, profiles: number) =>
  `Passed over profile ${profile} of ${profiles}: its posts could not be collected`

export const formatStartUnknown = (profile: number, profiles: number) =>
  `It is unknown whether collecting profile ${profile} of ${profiles} was started; it is not started again`

export const providerPauses = 'The provider asks to be left alone for a while'

export const formatPostsCollected = (posts: number) => `Collected posts: ${posts} are new or changed`

export const noProfiles = 'No profile of the artist is known to collect posts from'

export const spentToday = 'What may be spent on this artist today is spent'

export const formatCaptionsStored = (captions: number, transcripts: number) =>
  `Stored ${formatCount(captions, 'caption')} and ${formatCount(transcripts, 'transcript')}`

export const formatReleasesRead = (read: number, total: number) => `Read ${read} of ${formatCount(total, 'release')}`

export const artistFound = 'Found the artist in the catalogue'

export const artistNotFound = 'The catalogue has no artist of this name'

export const artistAmbiguous = 'The catalogue has several artists of this name; a link to the right one decides'

export const formatPreparing = (texts: number) => `Preparing ${formatCount(texts, 'text')} for search`

export const formatPassagesFound = (passages: number) =>
  `Looked through what is stored: ${formatCount(passages, 'passage')} found`

export const awaitsPosts = 'Waiting until the posts are collected'

export const awaitsSources = 'Waiting until the posts can be read'

export const formatPagesFound = (pages: number) => `Searched the web: ${formatCount(pages, 'page')} to be read`

export const formatPageRead = (page: number, pages: number) => `Read page ${page} of ${pages}`

export const formatPageSkipped = (page: number, pages: number) =>
  `Passed over page ${page} of ${pages}: it could not be read`

export const formatQuestionEnded = (passages: number) => `Ended with ${formatCount(passages, 'passage')}`

export const formatTextsEmbedded = (texts: number, total: number) =>
  `Made the vectors of ${texts} of ${formatCount(total, 'text')}`

export const embeddingRefused = 'The embedding model does not take what it is asked'

export const searchEnded = 'The web could not be searched any further'

export const formatReviewQueueFull = (candidates: number) =>
  `${candidates} candidates wait for a review; no more are looked for`

export const formatSourcesFound = (candidates: number) =>
  candidates === 0 ? 'Found no new source' : `Found ${formatCount(candidates, 'new source')} to be reviewed`

export const formatTextsRecovered = (done: number, total: number, ready: number) =>
  `Recovered ${formatCount(ready, 'text')}; tried ${done} of ${formatCount(total, 'record')}`

/** The message of a kind for which this deployment has no provider. */
export const notProvided: Readonly<Record<JobKind, string>> = {
  social_ingest: 'Nothing collects posts here: no provider is configured',
  caption_extract: 'Nothing reads captions here: no provider is configured',
  lore_refresh: 'Nothing composes Lore here: no provider is configured',
  source_search: 'Nothing searches for sources here: no provider is configured',
  latest_refresh: 'Nothing looks for releases here: no provider is configured',
}

export const failedForNow = 'The slice failed and will be tried again after a pause'
export const waitedTooLong = 'The job has waited too long for something outside and was given up'
export const failedForGood = 'The job failed too often and was given up'
export const leaseLost = 'The slice took too long and another one has taken its place'
export const released = 'The service stops; the job was given back'
