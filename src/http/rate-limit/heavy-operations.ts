import type { FastifyRequest } from 'fastify'
import type { OperationId } from '#src/contract/document.ts'
import { getCallerKey } from './caller-key.ts'
import type { ConcurrencyLimits } from './concurrency-limiter.ts'

type GetKey = (request: FastifyRequest) => string

/** One user's conversation about an artist: two concurrent turns are a double click. */
const formatConversationKey: GetKey = (request) => JSON.stringify([getCallerKey(request), request.params])

type HeavyLimits = ConcurrencyLimits & { getKey: GetKey }

/** What compares a whole text with others. */
const comparing: HeavyLimits = {
  runningMax: 2,
  runningPerCallerMax: 1,
  admittedMax: 202,
  admittedPerCallerMax: 20,
  waitMs: 4_000,
  getKey: getCallerKey,
}

/** Operations whose cost grows with an artist's data, and their concurrency limits per process. */
export const heavyOperations: Partial<Record<OperationId, HeavyLimits>> = {
  takeOnboardingTurn: {
    runningMax: 8,
    runningPerCallerMax: 1,
    admittedMax: 108,
    admittedPerCallerMax: 10,
    waitMs: 10_000,
    getKey: formatConversationKey,
  },
  searchArtistEvidence: {
    runningMax: 4,
    runningPerCallerMax: 1,
    admittedMax: 204,
    admittedPerCallerMax: 50,
    waitMs: 4_000,
    getKey: getCallerKey,
  },
  publishLore: comparing,
  previewCorrection: comparing,
  previewInterviewBoundary: comparing,
  relocateReference: comparing,
}
