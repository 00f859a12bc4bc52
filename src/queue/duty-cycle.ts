/**
 * How often something may be done that helps along what else is done: it takes one part in so many of the time, and
 * there is a rest between two in any case. Of the last two times the lesser one counts, for one may have waited for
 * something that is over.
 */
export class DutyCycle {
  readonly #restMs: number
  readonly #share: number
  readonly #now: () => number
  #lastMs = 0
  #nextAt = 0
  #isHurried = false

  constructor({ restMs, share }: { restMs: number; share: number }, now = () => performance.now()) {
    this.#restMs = restMs
    this.#share = share
    this.#now = now
  }

  get isDue(): boolean {
    return this.#now() >= this.#nextAt
  }

  /**
   * It need not rest any longer; nor, if that succeeds, after what is being done, which may have begun too early for
   * it.
   */
  expedite(): void {
    this.#nextAt = 0
    this.#isHurried = true
  }

  /** Does it, and rests from its end on, also where it failed. Meanwhile it is not due. */
  async keep<T>(doing: () => Promise<T>): Promise<T> {
    const began = this.#now()
    this.#nextAt = Number.POSITIVE_INFINITY
    this.#isHurried = false
    try {
      return await doing()
    } catch (error) {
      this.#isHurried = false
      throw error
    } finally {
      const now = this.#now()
      const tookMs = now - began
      const restMs = Math.max(this.#restMs, this.#share * Math.min(tookMs, this.#lastMs))
      this.#nextAt = this.#isHurried ? 0 : now + restMs
      this.#lastMs = tookMs
    }
  }
}
