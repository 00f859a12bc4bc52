import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { getClientAddress } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { getCallerKey } from '#src/http/rate-limit/caller-key.ts'
import { ConcurrencyLimiter, type ConcurrencyLimits } from '#src/http/rate-limit/concurrency-limiter.ts'
import { heavyOperations } from '#src/http/rate-limit/heavy-operations.ts'

/** The outcome of work; `completion` settles when the work of a stream has ended as well. */
export type Outcome = { completion?: Promise<unknown> }

/** Holds the request's permit until its work has ended. A refusal may be thrown at once. */
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
    const limiters: ConcurrencyLimiter[] = []
    const createLimiter = (limits: ConcurrencyLimits) => {
      const limiter = new ConcurrencyLimiter(limits)
      limiters.push(limiter)
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
    app.addHook('preClose', async () => {
      for (const limiter of limiters) limiter.close()
    })
    app.decorate('createAdmission', (operation: Operation): Admit => {
      if (operation.tag === 'health') return (_request, work) => work()
      const heavy = heavyOperations[operation.id]
      if (heavy !== undefined) return admitBy(createLimiter(heavy), heavy.getKey)
      return isPublicResearch(operation, config) ? admitBy(anonymous, getClientAddress) : admitBy(general, getCallerKey)
    })
  },
  { name: 'admission' },
)

function admitBy(limiter: ConcurrencyLimiter, getKey: (request: FastifyRequest) => string): Admit {
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

/** Releases the permit once the work and its background part have ended, whether they succeeded or failed. */
function runHolding<T extends Outcome>(release: () => void, work: () => Promise<T>): Promise<T> {
  const outcome = work()
  void outcome
    .then(({ completion }) => completion)
    .catch(() => {})
    .then(release)
  return outcome
}

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
