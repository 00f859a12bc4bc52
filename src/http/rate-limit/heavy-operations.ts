import type { FastifyRequest } from 'fastify'
import type { OperationId } from '#src/contract/document.ts'
import { getCallerKey } from './caller-key.ts'
import type { ConcurrencyLimits } from './concurrency-limiter.ts'

type KeyOf = (request: FastifyRequest) => string

/** Of an artist's conversation with one user: two turns of it at once are that user's second click. */
const conversationOf: KeyOf = (request) => JSON.stringify([getCallerKey(request), request.params])

/** Operations whose work grows with what an artist has, and how much of it one process does at once. */
export const heavyOperations: Partial<Record<OperationId, ConcurrencyLimits & { keyOf: KeyOf }>> = {
  takeOnboardingTurn: {
    ...{ runningMax: 8, runningPerCallerMax: 1, queueMax: 100, placesPerCallerMax: 10, waitMs: 10_000 },
    keyOf: conversationOf,
  },
  searchArtistEvidence: {
    ...{ runningMax: 8, runningPerCallerMax: 4, queueMax: 200, placesPerCallerMax: 50, waitMs: 4_000 },
    keyOf: getCallerKey,
  },
  relocateReference: {
    ...{ runningMax: 4, runningPerCallerMax: 2, queueMax: 200, placesPerCallerMax: 50, waitMs: 4_000 },
    keyOf: getCallerKey,
  },
}
