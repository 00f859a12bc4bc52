import { Problem } from '#src/contract/problems/problem.ts'
import { pickEvicted } from './eviction.ts'
import { createRateLimiter } from './gcra.ts'

export type FairQueueLimits = {
  /** Concurrent executions. */
  atOnceMax: number
  /** Executions begun in any second. */
  perSecondMax: number
  /** Waiting executions. */
  queueMax: number
  /** Longest wait in milliseconds. */
  waitMs: number
}

type Waiter = { of: string; begin: () => void; refuse: (why: Problem) => void }

/**
 * A bounded queue for public work: what comes too early waits briefly in FIFO order; what cannot be served in time is
 * refused at once. When full, it evicts from the caller with the most entries, so that a frequent caller cannot
 * displace an occasional one.
 */
export function openFairQueue({ atOnceMax, perSecondMax, queueMax, waitMs }: FairQueueLimits) {
  const limiter = createRateLimiter(perSecondMax)
  const queue: Waiter[] = []
  let running = 0
  let next: NodeJS.Timeout | undefined
  let isClosed = false

  function startReady(): void {
    clearTimeout(next)
    while (queue.length > 0 && running < atOnceMax) {
      const early = limiter.computeMsUntilNext()
      if (early > 0) {
        next = setTimeout(startReady, Math.ceil(early))
        return
      }
      limiter.take()
      running += 1
      queue.shift()?.begin()
    }
  }

  async function acquireSlot(of: string): Promise<void> {
    if (isClosed) throw new Problem('shutting_down')
    const started = Promise.withResolvers<void>()
    const waiter: Waiter = { of, begin: started.resolve, refuse: started.reject }
    const late = setTimeout(() => refuse(waiter), waitMs)
    queue.push(waiter)
    if (queue.length > queueMax) refuse(queue[pickEvicted(queue.map((one) => one.of))] ?? waiter)
    startReady()
    await started.promise.finally(() => clearTimeout(late))
  }

  function refuse(waiter: Waiter): void {
    const at = queue.indexOf(waiter)
    if (at >= 0) queue.splice(at, 1)
    waiter.refuse(new Problem('overloaded', { retryAfter: Math.ceil(waitMs / 1_000) }))
  }

  return {
    /**
     * Runs `work` once it has a slot, which stays taken until it has ended, also when its caller is gone.
     * @param of the caller for fairness: entries of one name share its slots
     * @throws Problem `overloaded` when evicted or timed out, `shutting_down` after `end`
     */
    async run<T>(of: string, work: () => Promise<T>): Promise<T> {
      await acquireSlot(of)
      try {
        return await work()
      } finally {
        running -= 1
        startReady()
      }
    },
    /** Refuses the waiting and all later requests. */
    end(): void {
      isClosed = true
      clearTimeout(next)
      for (const waiter of queue.splice(0)) waiter.refuse(new Problem('shutting_down'))
    },
  }
}
