/**
 * Slices that prepare stored texts for search before a question goes on without the rest: half a million characters.
 */
export const roundsMax = 5

/**
 * Pages that one question has read for it: the first results answer or none does, and a claimant has to review each of
 * them.
 */
export const pagesMax = 5

/** Results that are asked for: of the first ten half may be known or turned down. */
export const resultsMax = 10

/** The pause where a search asks for one without saying how long, or for a very short one; milliseconds. */
export const searchPauseMs = 5_000

/** Milliseconds between two looks at other work that a question waits for. */
export const jobPollMs = 3_000

/** How long a question waits for anything outside, in milliseconds. Somebody sits at the other end of it. */
export const waitMaxMs = 20 * 60_000

/**
 * Milliseconds for which posts that were collected count as recent: the half hour for which a look is not repeated
 * either.
 */
export const recentMs = 30 * 60_000
