import { Problem } from '#src/contract/problems/problem.ts'

export type ConcurrencyLimits = {
  /** Running at once, in total and of one caller. */
  runningMax: number
  runningPerCallerMax: number
  /** Running or waiting, in total. A caller gets another of these only while more are free than it has. */
  admittedMax: number
  admittedPerCallerMax?: number
  /** Milliseconds for which a permit is held at least: in that time no more than `runningMax` begin. */
  heldMsMin?: number
  /** Longest wait in milliseconds. */
  waitMs: number
}

type Waiter = { start: () => void; refuse: (problem: unknown) => void }

/**
 * Bounds the concurrency of work in total and per caller. What may not start yet waits; the callers' requests start in
 * turn (round robin), so that a newcomer waits for one request of each other caller and not for all of them. Too much
 * of one caller is 429 `rate_limited`, too much in total 503 `overloaded`.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #running = new Map<string, number>()
  /** By caller, the one whose turn is next first. None is empty. */
  readonly #waiting = new Map<string, Waiter[]>()
  #runningInAll = 0
  #waitingInAll = 0
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
    const release = this.tryAcquire(caller)
    if (release !== undefined) return release
    await this.#waitForTurn(caller, signal)
    return this.#createRelease(caller)
  }

  /**
   * The release function where there is no need to wait.
   * @throws Problem `rate_limited`, `overloaded` or `shutting_down`
   */
  tryAcquire(caller: string): (() => void) | undefined {
    if (this.#isClosed) throw new Problem('shutting_down')
    const { admittedMax, admittedPerCallerMax = Infinity } = this.#limits
    const free = admittedMax - this.#runningInAll - this.#waitingInAll
    const held = this.#countRunning(caller) + (this.#waiting.get(caller)?.length ?? 0)
    if (free <= 0) throw this.#createRefusal('overloaded')
    if (held >= admittedPerCallerMax || (held > 0 && held >= free)) throw this.#createRefusal('rate_limited')
    if (!this.#mayStart(caller)) return undefined
    this.#countStart(caller)
    return this.#createRelease(caller)
  }

  /** Refuses the waiting and all later requests. */
  close(): void {
    this.#isClosed = true
    for (const waiter of [...this.#waiting.values()].flat()) waiter.refuse(new Problem('shutting_down'))
  }

  #createRelease(caller: string): () => void {
    const { heldMsMin = 0 } = this.#limits
    const startedAt = performance.now()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const earlyMs = startedAt + heldMsMin - performance.now()
      if (earlyMs <= 0) this.#release(caller)
      else setTimeout(() => this.#release(caller), earlyMs).unref()
    }
  }

  #release(caller: string): void {
    const running = this.#countRunning(caller) - 1
    if (running === 0) this.#running.delete(caller)
    else this.#running.set(caller, running)
    this.#runningInAll -= 1
    this.#startNext()
  }

  async #waitForTurn(caller: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { start: resolve, refuse: reject }
    const abandon = (why: unknown) => {
      this.#remove(caller, waiter)
      reject(why)
    }
    const giveUp = () => abandon(signal?.reason)
    const late = setTimeout(
      () => abandon(this.#createRefusal(this.#countRunning(caller) > 0 ? 'rate_limited' : 'overloaded')),
      this.#limits.waitMs,
    )
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#waiting.set(caller, [...(this.#waiting.get(caller) ?? []), waiter])
    this.#waitingInAll += 1
    await promise.finally(() => {
      clearTimeout(late)
      signal?.removeEventListener('abort', giveUp)
    })
  }

  #startNext(): void {
    for (const [caller, [waiter]] of this.#waiting) {
      if (waiter === undefined || !this.#mayStart(caller)) continue
      const others = this.#remove(caller, waiter)
      // Its caller is then the last one, which this iteration still reaches.
      this.#waiting.delete(caller)
      if (others.length > 0) this.#waiting.set(caller, others)
      // Counted now: the waiter resumes in a later iteration, and its place must not be given to another until then.
      this.#countStart(caller)
      waiter.start()
    }
  }

  /** @returns the other waiters of its caller */
  #remove(caller: string, waiter: Waiter): Waiter[] {
    const waiters = this.#waiting.get(caller) ?? []
    const others = waiters.filter((other) => other !== waiter)
    this.#waitingInAll -= waiters.length - others.length
    if (others.length > 0) this.#waiting.set(caller, others)
    else this.#waiting.delete(caller)
    return others
  }

  #mayStart(caller: string): boolean {
    const { runningMax, runningPerCallerMax } = this.#limits
    return this.#runningInAll < runningMax && this.#countRunning(caller) < runningPerCallerMax
  }

  #countRunning(caller: string): number {
    return this.#running.get(caller) ?? 0
  }

  #countStart(caller: string): void {
    this.#running.set(caller, this.#countRunning(caller) + 1)
    this.#runningInAll += 1
  }

  #createRefusal(code: 'rate_limited' | 'overloaded'): Problem {
    return new Problem(code, { retryAfter: Math.max(1, Math.ceil(this.#limits.waitMs / 2_000)) })
  }
}
