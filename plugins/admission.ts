import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { getCallerKey, listNetworks } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'
import type { Operation, OperationId } from '#src/contract/document.ts'
import { isPublic } from '#src/contract/operations.ts'
import { ConcurrencyLimiter, type ConcurrencyLimits } from '#src/http/rate-limit/concurrency-limiter.ts'

/** The outcome of work; `completion` settles when the work of a stream has ended as well. */
export type Outcome = { completion?: Promise<unknown> }

/** What lets an operation's work begin: at once, after a wait in the queue, or not at all. */
export type Admission = {
  /** Refuses, before its body is received, what `admit` would refuse. */
  onRequest: onRequestHookHandler[]
  /**
   * Holds the request's permit until its work has ended.
   * @throws Problem `overloaded`, or `rate_limited` for too much of one caller
   */
  admit: <T extends Outcome>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
}

declare module 'fastify' {
  interface FastifyInstance {
    createAdmission: (operation: Operation) => Admission
  }
}

/**
 * Requests of one caller that run at once. The database answers reads in the order in which they come: a caller with
 * hundreds in flight would make all others wait for them. Further requests wait until one of the same caller has ended.
 */
const runningPerCallerMax = 16

/** The wait for the caller's own requests; never below that for a connection, which each of those may need. */
const ownWaitMs = 10_000

/** Milliseconds that an open page waits in the queue without noticing much. */
const anonymousWaitMs = 2_000

/**
 * Keeps the work of this process within what it can bear, before memory or the pool's connections run out. It counts
 * the work and not the connection: a caller that hangs up has still started the work. Every operation has one limiter:
 * heavy ones one each, public research one together, and all the others one together.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { requestsAtOnceMax, anonymousAtOnceMax, anonymousPerSecondMax } = config.limits
    const createLimiter = (limits: ConcurrencyLimits) => {
      const limiter = new ConcurrencyLimiter(limits)
      app.addHook('preClose', async () => limiter.close())
      return limiter
    }
    const general = createLimiter({
      runningMax: requestsAtOnceMax,
      runningPerCallerMax,
      admittedMax: requestsAtOnceMax,
      waitMs: Math.max(ownWaitMs, config.pool.waitMs),
    })
    // Not more permits than may begin in a second, or all would begin at once and then none for seconds.
    const anonymousPermits = Math.min(anonymousAtOnceMax, anonymousPerSecondMax)
    const anonymous = createLimiter({
      runningMax: anonymousPermits,
      runningPerCallerMax: anonymousPermits,
      // Waiting, as many as the pace can serve in half of the wait: the work takes time, too.
      admittedMax: anonymousPermits + Math.ceil((anonymousPerSecondMax * anonymousWaitMs) / 2_000),
      heldMsMin: (1_000 * anonymousPermits) / anonymousPerSecondMax,
      waitMs: anonymousWaitMs,
    })
    app.decorate('createAdmission', (operation: Operation): Admission => {
      if (operation.tag === 'health') return { onRequest: [], admit: (_request, work) => work() }
      const heavy = heavyOperations[operation.id]
      if (heavy !== undefined) return admitBy(createLimiter(heavy), heavy.getKey)
      return isPublicResearch(operation, config) ? admitBy(anonymous, getSite) : admitBy(general, getCallerKey)
    })
  },
  { name: 'admission' },
)

/** The permit is released once the work and its background part have ended, whether they succeeded or failed. */
function admitBy(limiter: ConcurrencyLimiter, getKey: GetKey): Admission {
  return {
    onRequest: [(request, _reply, done) => done(limiter.findRefusal(getKey(request)))],
    admit: async (request, work) => {
      const release = await limiter.acquire(getKey(request), request.raw.socket)
      const outcome = work()
      void outcome
        .then(({ completion }) => completion)
        .catch(() => {})
        .then(release)
      return await outcome
    },
  }
}

/**
 * Operations that start research. Requests without a credential share one limit, so that they cannot decide the cost.
 */
const isPublicResearch = (operation: Operation, { cronSecret }: Config) =>
  operation.tag === 'research' && isPublic(operation) && (operation.security.length === 0 || cronSecret === undefined)

type GetKey = (request: FastifyRequest) => string

/** The widest network of a request: who has one of IPv6 has many addresses. */
const getSite: GetKey = (request) => listNetworks(request).at(-1)?.network ?? ''

/** One user's conversation about an artist, whose id has several spellings: two concurrent turns are a double click. */
const formatConversationKey: GetKey = (request) =>
  JSON.stringify([getCallerKey(request), JSON.stringify(request.params).toLowerCase()])

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
const heavyOperations: Partial<Record<OperationId, HeavyLimits>> = {
  takeOnboardingTurn: {
    runningMax: 8,
    runningPerCallerMax: 1,
    admittedMax: 108,
    admittedPerCallerMax: 10,
    waitMs: 10_000,
    getKey: formatConversationKey,
  },
  searchArtistEvidence: { ...comparing, runningMax: 4, admittedMax: 204, admittedPerCallerMax: 50 },
  publishLore: comparing,
  previewCorrection: comparing,
  previewInterviewBoundary: comparing,
  relocateReference: comparing,
}
