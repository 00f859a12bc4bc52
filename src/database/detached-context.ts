import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs what is done for many, or outlives whoever set it going: the log does not tell it as any one request's, and it
 * holds nothing of one.
 */
export const runDetached = AsyncLocalStorage.snapshot()
