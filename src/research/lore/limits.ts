/** UTF-16 code units of a Lore text. The contract's bound counts code points, of which a text never has more. */
export const loreCharsMax = 20_000

/** UTF-16 code units that a model's overview takes of a text, its mark included. */
export const overviewCharsMax = 3_000

/** UTF-16 code units of a composed page: there is room for an overview above it. */
export const composedCharsMax = loreCharsMax - overviewCharsMax

/** UTF-16 code units that are read at once. */
export const pageChars = 20_000

/** Pages of one source in which a paragraph that names the artist is looked for: 200,000 units, a third of a book. */
export const pagesPerSourceMax = 10

/** UTF-16 code units of one slice: well under a second. */
export const sliceChars = 100_000

/** UTF-16 code units read on either side of a window that a question cites, to find its paragraph and the next. */
export const marginChars = 3_000

/** UTF-16 code units of a passage; one that a question cites is longer where the window itself is. */
export const passageCharsMax = 900

/** UTF-16 code units of a paragraph that is printed whole, so that it begins and ends as the source does. */
export const paragraphCharsMax = 1_300

/** The artist's own posts that a page shows beside those that a question cites. */
export const postsMax = 5

/** Sentences that say who the artist is, kept until boundaries and corrections are known. */
export const introductionsMax = 20

/** Answers, the most recently saved first: a hundred sittings. */
export const answersMax = 300
