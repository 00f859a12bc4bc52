import type { Kind } from './kinds.ts'

/*
 * Everything that a slice may say of itself. Anybody can read it, so it is a fixed phrase with figures: no text of an artist, no
 * name, and nothing that an error or an outside system has said (interface, section 4.4).
 */

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

export const gathered = (pages: number, total: number) => `Read ${pages} of ${count(total, 'page')} of evidence`

export const gatheringAgain = 'The evidence has changed; reading it again'

export const composed = (answers: number, sources: number) =>
  answers + sources === 0
    ? 'Composed empty Lore: there is nothing it could be made of'
    : `Composed Lore from ${count(answers, 'answer')} and ${count(sources, 'source')}`

export const unchanged = 'Composed Lore; it is the same as before'

/** The plain word of a kind that this deployment has no provider for. */
export const notProvided: Readonly<Record<Kind, string>> = {
  social_ingest: 'Nothing collects posts here: no provider is configured',
  caption_extract: 'Nothing reads captions here: no provider is configured',
  lore_refresh: 'Nothing composes Lore here: no provider is configured',
  source_search: 'Nothing searches for sources here: no provider is configured',
  latest_refresh: 'Nothing looks for releases here: no provider is configured',
}

export const failedForNow = 'The slice failed and will be tried again after a pause'
export const failedForGood = 'The job failed too often and was given up'
export const leaseLost = 'The slice took too long and another one has taken its place'
export const released = 'The service stops; the job was given back'
