/** Posts that are asked for of one profile: its newest. Each costs money, and a look half an hour later asks again. */
export const postsMax = 200

/** Posts that one slice reads and saves. */
export const postsPerPage = 50

/** Milliseconds between two questions whether a run has ended; it takes a minute or two. */
export const runPollMs = 10_000

/** The pause where a provider asks for one without saying how long. */
export const providerPauseMs = 60_000

/** Posts of which one slice of an extraction makes sources: each may have a file of subtitles to be fetched. */
export const postsPerSlice = 5

/** Tracks of one post that are tried, the first that says something being the last. */
export const tracksPerPostMax = 2

/**
 * Milliseconds after which a slice begins no other post: with the longest of tries behind it, it still ends in time.
 */
export const readingBudgetMs = 12_000
