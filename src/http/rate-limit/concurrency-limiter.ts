import { Problem } from '#src/contract/problems/problem.ts'

export type ConcurrencyLimits = {
  /** Running operations, in total and per caller. */
  runningMax: number
  runningPerCallerMax: number
  /** Queued operations in total; and running or queued ones per caller. */
  queueMax: number
  runningOrQueuedPerCallerMax: number
  /** Longest wait in milliseconds. */
  waitMs: number
}

type Waiter = { caller: string; start: () => void; refuse: (problem: unknown) => void }

/**
 * Bounds the concurrency of heavy work in total and per caller, with a short FIFO queue that skips callers at their
 * limit. Too much of one caller is 429 `rate_limited`, too much in total 503 `overloaded`.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #running = new Map<string, number>()
  readonly #queue: Waiter[] = []
  #runningInAll = 0
  #isClosed = false

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /**
   * Resolves with the release function, which may be called more than once.
   * @param signal gives up waiting
   * @throws Problem `rate_limited`, `overloaded` or `shutting_down`; the signal's reason
   */
  async acquire(caller: string, signal?: AbortSignal): Promise<() => void> {
    const { queueMax, runningOrQueuedPerCallerMax, waitMs } = this.#limits
    if (this.#isClosed) throw new Problem('shutting_down')
    const occupied = this.#countRunning(caller) + this.#queue.filter((waiter) => waiter.caller === caller).length
    if (occupied >= runningOrQueuedPerCallerMax)
      throw new Problem('rate_limited', { retryAfter: computeRetryAfter(waitMs) })
    const release = this.tryAcquire(caller)
    if (release !== undefined) return release
    if (this.#queue.length >= queueMax) throw new Problem('overloaded', { retryAfter: computeRetryAfter(waitMs) })
    await this.#wait(caller, signal)
    return this.#createRelease(caller)
  }

  /** The release function where there is no need to wait. */
  tryAcquire(caller: string): (() => void) | undefined {
    if (this.#isClosed || !this.#mayStart(caller)) return undefined
    this.#count(caller, 1)
    return this.#createRelease(caller)
  }

  #createRelease(caller: string): () => void {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#count(caller, -1)
      this.#startThoseWhoMay()
    }
  }

  /** Refuses the waiting and all later requests. */
  close(): void {
    this.#isClosed = true
    for (const waiter of this.#queue.splice(0)) waiter.refuse(new Problem('shutting_down'))
  }

  async #wait(caller: string, signal: AbortSignal | undefined): Promise<void> {
    const { waitMs } = this.#limits
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { caller, start: resolve, refuse: reject }
    const abandon = (why: unknown) => {
      const at = this.#queue.indexOf(waiter)
      if (at >= 0) this.#queue.splice(at, 1)
      reject(why)
    }
    const giveUp = () => abandon(signal?.reason)
    const late = setTimeout(() => {
      const code = this.#countRunning(caller) > 0 ? 'rate_limited' : 'overloaded'
      abandon(new Problem(code, { retryAfter: computeRetryAfter(waitMs) }))
    }, waitMs)
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#queue.push(waiter)
    await promise.finally(() => {
      clearTimeout(late)
      signal?.removeEventListener('abort', giveUp)
    })
  }

  #startThoseWhoMay(): void {
    for (let at = 0; at < this.#queue.length && this.#runningInAll < this.#limits.runningMax; ) {
      const waiter = this.#queue[at] as Waiter
      if (this.#mayStart(waiter.caller)) {
        this.#queue.splice(at, 1)
        // Counted now: the waiter resumes in a later iteration, and the slot must not be given to another until then.
        this.#count(waiter.caller, 1)
        waiter.start()
      } else at += 1
    }
  }

  #mayStart(caller: string): boolean {
    const { runningMax, runningPerCallerMax } = this.#limits
    return this.#runningInAll < runningMax && this.#countRunning(caller) < runningPerCallerMax
  }

  #countRunning(caller: string): number {
    return this.#running.get(caller) ?? 0
  }

  #count(caller: string, by: 1 | -1): void {
    const running = this.#countRunning(caller) + by
    if (running === 0) this.#running.delete(caller)
    else this.#running.set(caller, running)
    this.#runningInAll += by
  }
}

const computeRetryAfter = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 2_000))
