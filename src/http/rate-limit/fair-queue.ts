import { Problem } from '#src/contract/problems/problem.ts'
import { pickEvicted } from './eviction.ts'
import { createRateLimiter } from './gcra.ts'

export type FairQueueLimits = {
  /** Pieces of work at the same time. */
  atOnceMax: number
  /** Pieces of work that begin in any second. */
  perSecondMax: number
  /** Those who wait for a turn. */
  lineMax: number
  /** Milliseconds that anybody waits for a turn. */
  waitMs: number
}

export type FairQueue = ReturnType<typeof openFairQueue>

type Waiter = { of: string; begin: () => void; refuse: (why: Problem) => void }

/**
 * Turns at work that anybody may ask for: whoever comes too early waits a little, in the order of arrival, and whoever
 * cannot be served in time is refused at once. Where the line is full, those who hold the most of it give way, so that
 * a caller who asks often cannot keep out one who asks now and then.
 */
export function openFairQueue({ atOnceMax, perSecondMax, lineMax, waitMs }: FairQueueLimits) {
  const pace = createRateLimiter(perSecondMax)
  const line: Waiter[] = []
  let working = 0
  let next: NodeJS.Timeout | undefined
  let isEnded = false

  function beginThoseWhoMay(): void {
    clearTimeout(next)
    while (line.length > 0 && working < atOnceMax) {
      const early = pace.msUntilNext()
      if (early > 0) {
        next = setTimeout(beginThoseWhoMay, Math.ceil(early))
        return
      }
      pace.take()
      working += 1
      line.shift()?.begin()
    }
  }

  async function turn(of: string): Promise<void> {
    if (isEnded) throw new Problem('shutting_down')
    const turned = Promise.withResolvers<void>()
    const waiter: Waiter = { of, begin: turned.resolve, refuse: turned.reject }
    const late = setTimeout(() => refuse(waiter), waitMs)
    line.push(waiter)
    if (line.length > lineMax) refuse(line[pickEvicted(line.map((one) => one.of))] ?? waiter)
    beginThoseWhoMay()
    await turned.promise.finally(() => clearTimeout(late))
  }

  function refuse(waiter: Waiter): void {
    const at = line.indexOf(waiter)
    if (at >= 0) line.splice(at, 1)
    waiter.refuse(new Problem('overloaded', { retryAfter: Math.ceil(waitMs / 1_000) }))
  }

  return {
    /**
     * Runs `work` when it is its turn. It keeps the turn until it has ended, whether or not anybody still waits for its
     * result.
     * @param of for whom: those of one name share one place in what is fair
     * @throws Problem `overloaded` when its turn did not come, `shutting_down` once the turns have ended
     */
    async inTurn<T>(of: string, work: () => Promise<T>): Promise<T> {
      await turn(of)
      try {
        return await work()
      } finally {
        working -= 1
        beginThoseWhoMay()
      }
    },
    /** Refuses those who wait and those to come. */
    end(): void {
      isEnded = true
      clearTimeout(next)
      for (const waiter of line.splice(0)) waiter.refuse(new Problem('shutting_down'))
    },
  }
}
