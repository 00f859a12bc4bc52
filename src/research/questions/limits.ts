/**
 * Slices that prepare stored texts for search before a question goes on without the rest: half a million characters.
 */
export const roundsMax = 5

/** Pages that one question reads: later results hardly ever answer, and a claimant has to review each page. */
export const pagesMax = 5

/** Results requested: of the first ten, half may be known or rejected. */
export const resultsMax = 10

/** Milliseconds between two checks of other jobs that a question waits for. */
export const jobPollMs = 3_000

/** How long a question waits for anything external, in milliseconds: a person waits for the answer. */
export const waitMaxMs = 20 * 60_000

/** Milliseconds for which collected posts count as recent: a collection is not repeated within the same half hour. */
export const recentMs = 30 * 60_000
