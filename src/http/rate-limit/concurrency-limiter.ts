import type { EventEmitter } from 'node:events'
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

/** Gives a permit back; it may be called more than once. */
type Release = () => void
type Waiter = { start: () => void; refuse: (problem: Problem) => void }
/** The work of one caller, what waits in its order. */
type CallerWork = { running: number; waiting: Set<Waiter> }

/**
 * Bounds the concurrency of work in total and per caller. What may not start yet waits; the callers' requests start in
 * turn (round robin), so that a newcomer waits for one request of each other caller and not for all of them. Too much
 * of one caller is 429 `rate_limited`, too much in total 503 `overloaded`.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  /** By caller, the one whose turn is next first. None is without work. */
  readonly #callers = new Map<string, CallerWork>()
  #running = 0
  #admitted = 0
  #isClosed = false

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /**
   * A permit for one request.
   * @param connection gives up waiting when it closes, since nothing of the request has begun
   * @throws Problem `rate_limited`, `overloaded` or `shutting_down`
   */
  async acquire(caller: string, connection?: EventEmitter): Promise<Release> {
    const refusal = this.findRefusal(caller)
    if (refusal !== undefined) throw refusal
    const work = this.#callers.get(caller) ?? { running: 0, waiting: new Set() }
    this.#callers.set(caller, work)
    this.#admitted += 1
    return this.#mayStart(work) ? this.#start(caller, work) : this.#wait(caller, work, connection)
  }

  /** What would refuse a request of the caller now. */
  findRefusal(caller: string): Problem | undefined {
    if (this.#isClosed) return new Problem('shutting_down')
    const { admittedMax, admittedPerCallerMax = Infinity } = this.#limits
    const work = this.#callers.get(caller)
    const held = work === undefined ? 0 : work.running + work.waiting.size
    const free = admittedMax - this.#admitted
    if (free <= 0) return this.#createRefusal('overloaded')
    return held >= admittedPerCallerMax || held >= free ? this.#createRefusal('rate_limited') : undefined
  }

  /** Refuses the waiting and all later requests. */
  close(): void {
    this.#isClosed = true
    for (const { waiting } of this.#callers.values())
      for (const waiter of waiting) waiter.refuse(new Problem('shutting_down'))
  }

  #mayStart({ running }: CallerWork): boolean {
    return this.#running < this.#limits.runningMax && running < this.#limits.runningPerCallerMax
  }

  #start(caller: string, work: CallerWork): Release {
    work.running += 1
    this.#running += 1
    const heldUntil = performance.now() + (this.#limits.heldMsMin ?? 0)
    const end = () => {
      work.running -= 1
      this.#running -= 1
      this.#leave(caller, work)
      this.#startWaiting()
    }
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const earlyMs = heldUntil - performance.now()
      if (earlyMs > 0) setTimeout(end, earlyMs).unref()
      else end()
    }
  }

  #leave(caller: string, { running, waiting }: CallerWork): void {
    this.#admitted -= 1
    if (running + waiting.size === 0) this.#callers.delete(caller)
  }

  #wait(caller: string, work: CallerWork, connection: EventEmitter | undefined): Promise<Release> {
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const waiter: Waiter = {
      // Counted now: the waiter resumes in a later iteration, and its place must not be given to another until then.
      start: () => resolve(this.#start(caller, work)),
      refuse: (problem) => {
        work.waiting.delete(waiter)
        this.#leave(caller, work)
        reject(problem)
      },
    }
    const giveUp = () => waiter.refuse(new Problem('overloaded', { message: 'The caller has gone' }))
    const late = setTimeout(
      () => waiter.refuse(this.#createRefusal(work.running > 0 ? 'rate_limited' : 'overloaded')),
      this.#limits.waitMs,
    )
    connection?.once('close', giveUp)
    work.waiting.add(waiter)
    return promise.finally(() => {
      clearTimeout(late)
      // A connection outlives its requests and would keep a listener of each.
      connection?.off('close', giveUp)
    })
  }

  #startWaiting(): void {
    for (const [caller, work] of this.#callers) {
      const [waiter] = work.waiting
      if (waiter === undefined || !this.#mayStart(work)) continue
      work.waiting.delete(waiter)
      // The caller is then the last one, which this iteration still reaches.
      this.#callers.delete(caller)
      this.#callers.set(caller, work)
      waiter.start()
    }
  }

  #createRefusal(code: 'rate_limited' | 'overloaded'): Problem {
    return new Problem(code, { retryAfter: Math.max(1, Math.ceil(this.#limits.waitMs / 2_000)) })
  }
}
