/**
 * Limits background work to a share of the time: after a run of t ms it rests `restFactor` × t, and at least `restMs`.
 * The lesser of the last two durations counts, because one of them may have waited for a lock.
 */
export class DutyCycle {
  readonly #restMs: number
  readonly #restFactor: number
  readonly #now: () => number
  #lastMs = 0
  #nextAt = 0
  #isExpedited = false

  constructor({ restMs, restFactor }: { restMs: number; restFactor: number }, now = () => performance.now()) {
    this.#restMs = restMs
    this.#restFactor = restFactor
    this.#now = now
  }

  get isDue(): boolean {
    return this.#now() >= this.#nextAt
  }

  /** Due at once; and, if the run in progress succeeds, due again after it, since that run may have begun too early. */
  expedite(): void {
    this.#nextAt = 0
    this.#isExpedited = true
  }

  /** Runs the task and rests from its end on, also when it failed. It is not due while it runs. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const startedMs = this.#now()
    this.#nextAt = Number.POSITIVE_INFINITY
    this.#isExpedited = false
    try {
      return await task()
    } catch (error) {
      this.#isExpedited = false
      throw error
    } finally {
      const now = this.#now()
      const tookMs = now - startedMs
      const restMs = Math.max(this.#restMs, this.#restFactor * Math.min(tookMs, this.#lastMs))
      this.#nextAt = this.#isExpedited ? 0 : now + restMs
      this.#lastMs = tookMs
    }
  }
}
