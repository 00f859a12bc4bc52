/**
 * UTF-16 code units of a Lore text: a page and a half, two thirds of what readArtistBrief may show of an artist
 * (operations, section 6).
 */
export const loreCharsMax = 4_000

/**
 * UTF-16 code units that are read at once. Finding who says what in it takes some 10 ms, for which no request is
 * answered.
 */
export const pageChars = 20_000

/** Pages of one source: the first 200,000 units, a third of a book. Beyond it, a source mostly repeats itself. */
export const pagesPerSourceMax = 10

/** Sources of one Lore text, the newest first. Two hundred give ten times the sentences that it can hold. */
export const sourcesMax = 200

/** Pages of one slice: at most 80,000 units, well under a second. */
export const pagesPerSlice = 4

/**
 * Blocks that are stored of one source and of all: several times those that Lore can take, since boundaries may exclude
 * some.
 */
export const blocksPerSourceMax = 12
export const blocksMax = 300

/** Answers, the most recently saved first: a hundred sittings. */
export const answersMax = 300

/** How often a refresh starts again because its evidence has changed, before it is composed from what is left. */
export const restartsMax = 3

/** UTF-16 code units of evidence that a model is given: three times what Lore can hold, some 3,000 tokens. */
export const draftEvidenceCharsMax = 12_000

/** Sentences of a draft that are looked at: more than Lore can hold of the shortest that read well. */
export const draftSentencesMax = 80

/** Runs of evidence below which there is nothing for a model to arrange. */
export const draftEvidenceRunsMin = 3
