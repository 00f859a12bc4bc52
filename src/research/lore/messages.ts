import { formatCount } from '#src/text/format-count.ts'

/**
 * The messages of a Lore refresh. Every reader of the research status sees them: fixed phrases with numbers, without a
 * name, a text of an artist or of a provider (interface, section 4.4).
 */

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
