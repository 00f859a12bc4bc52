import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs a function outside the current request's AsyncLocalStorage context: shared work must not be logged under, or
 * retain, the request that happened to start it.
 */
export const runDetached = AsyncLocalStorage.snapshot()
