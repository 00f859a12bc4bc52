import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { getClientAddress } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createBulkhead } from '#src/http/rate-limit/bulkhead.ts'
import { getCallerKey } from '#src/http/rate-limit/caller-key.ts'
import { ConcurrencyLimiter, type ConcurrencyLimits } from '#src/http/rate-limit/concurrency-limiter.ts'
import { openFairQueue } from '#src/http/rate-limit/fair-queue.ts'
import { heavyOperations } from '#src/http/rate-limit/heavy-operations.ts'

/** The outcome of work; `completion` settles when the work of a stream has ended as well. */
export type Outcome = { completion?: Promise<unknown> }

/** Holds the request's slot until its work has ended. A refusal may be thrown at once. */
type Admit = <T extends Outcome>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * What lets an operation's work begin: at once, after a wait in the queue, or not at all, which is 503
     * `overloaded`.
     */
    createAdmission: (operation: Operation) => Admit
  }
}

/** Milliseconds that an open page waits in the queue without noticing much. */
const waitMs = 2_000

/**
 * Requests of one caller that run at once. The database answers reads in the order in which they come: a caller with
 * hundreds in flight would make all others wait for them. Further requests wait until one of the same caller has ended.
 */
const callerLimits = { runningPerCallerMax: 16, queueMax: Infinity, runningOrQueuedPerCallerMax: Infinity }

/** The wait for the caller's own requests; never below that for a connection, which each of those may need. */
const ownWaitMs = 10_000

/**
 * Keeps the work of this process within what it can bear, before memory or the pool's connections run out. It counts
 * the work and not the connection: a caller that hangs up has still started the work.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { requestsAtOnceMax, anonymousAtOnceMax, anonymousPerSecondMax } = config.limits
    const slots = createBulkhead(requestsAtOnceMax)
    const admitToSlot: Admit = (request, work) => {
      const caller = getCallerKey(request)
      const slot = slots.take(caller)
      if (slot === 'caller_limit') throw new Problem('rate_limited', { retryAfter: 1 })
      if (slot === 'full') throw new Problem('overloaded')
      return runHolding(() => slots.release(caller), work)
    }
    const limiters: ConcurrencyLimiter[] = []
    const createTurnAdmission = (limits: ConcurrencyLimits, getKey: (request: FastifyRequest) => string): Admit => {
      const limiter = new ConcurrencyLimiter(limits)
      limiters.push(limiter)
      return (request, work) => {
        const caller = getKey(request)
        const release = limiter.tryAcquire(caller)
        if (release !== undefined) return runHolding(release, work)
        const hangup = watchForHangup(request)
        return limiter
          .acquire(caller, hangup.signal)
          .finally(hangup.end)
          .then((releaseLater) => runHolding(releaseLater, work))
      }
    }
    const admitCaller = createTurnAdmission(
      { ...callerLimits, runningMax: requestsAtOnceMax, waitMs: Math.max(ownWaitMs, config.pool.waitMs) },
      getCallerKey,
    )
    const anonymousQueue = openFairQueue({
      atOnceMax: anonymousAtOnceMax,
      perSecondMax: anonymousPerSecondMax,
      // As many as the pace can serve in half of the wait: the work takes time, too.
      queueMax: Math.ceil((anonymousPerSecondMax * waitMs) / 2_000),
      waitMs,
    })
    app.addHook('preClose', async () => {
      anonymousQueue.end()
      for (const limiter of limiters) limiter.close()
    })
    app.decorate('createAdmission', (operation: Operation): Admit => {
      if (operation.tag === 'health') return (_request, work) => work()
      const heavy = heavyOperations[operation.id]
      if (heavy !== undefined) {
        const admitInTurn = createTurnAdmission(heavy, heavy.getKey)
        return (request, work) => admitInTurn(request, () => admitToSlot(request, work))
      }
      if (!isPublicResearch(operation, config))
        return (request, work) => admitToSlot(request, () => admitCaller(request, work))
      return (request, work) => anonymousQueue.run(getClientAddress(request), () => admitToSlot(request, work))
    })
  },
  { name: 'admission' },
)

/**
 * Releases the slot once the work and its background part have ended, or at once when the work is refused
 * synchronously.
 */
function runHolding<T extends Outcome>(release: () => void, work: () => Promise<T>): Promise<T> {
  try {
    const completion = work()
    void waitUntilSettled(completion).then(release)
    return completion
  } catch (error) {
    release()
    throw error
  }
}

/** Resolves when the work and its background part have ended, whether they succeeded or failed. */
const waitUntilSettled = (work: Promise<Outcome>): Promise<void> =>
  work
    .then(({ completion }) => completion)
    .then(
      () => {},
      () => {},
    )

/**
 * The signal is aborted when the caller hangs up: a request that waits is then left out, since nothing of it has begun.
 * `end` has to be called, since a connection outlives its requests and would keep a listener of each.
 */
function watchForHangup({ raw: { socket } }: FastifyRequest): { signal: AbortSignal; end: () => void } {
  const hangup = new AbortController()
  const abort = () => hangup.abort(new Problem('overloaded', { message: 'The caller has gone' }))
  socket.once('close', abort)
  return { signal: hangup.signal, end: () => socket.off('close', abort) }
}

/**
 * Operations that start research. Requests without a credential share one limit, so that they cannot decide the cost.
 */
const isPublicResearch = ({ security, tag }: Operation, { cronSecret }: Config) =>
  tag === 'research' &&
  (security.length === 0 ||
    (cronSecret === undefined && security.some((requirement) => Object.keys(requirement).length === 0)))
