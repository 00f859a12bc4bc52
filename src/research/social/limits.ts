import { sliceMs } from '#src/queue/limits.ts'

/** Posts requested of one profile: its newest. Each costs money, and the next collection requests them again. */
export const collectedPostsMax = 200

/** Posts that one slice reads and saves. */
export const postsPerPage = 50

/** Milliseconds between two polls of a run; it takes a minute or two. */
export const runPollMs = 10_000

/** Posts of which one slice of an extraction makes sources: each may have a subtitle file to fetch. */
export const postsPerSlice = 5

/** Tracks of one post that are tried; the first with text is the last. */
export const tracksPerPostMax = 2

/** Milliseconds after which a slice begins no other post: after the slowest possible fetch it still ends in time. */
export const startWindowMs = sliceMs * 0.4
