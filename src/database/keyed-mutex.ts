import { Problem } from '#src/contract/problems/problem.ts'

export type Release = () => void

/**
 * A mutex for each key, granted in the order of the calls, within this process. What the database holds must not depend
 * on it.
 */
export class KeyedMutex {
  /** The waiters of each key that is held. */
  readonly #waiters = new Map<string, Release[]>()
  readonly #waitMs: number

  /** @param waitMs milliseconds that a request waits at most */
  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /** Acquires the mutex if it is free. */
  tryAcquire(key: string): Release | undefined {
    if (this.#waiters.has(key)) return undefined
    this.#waiters.set(key, [])
    return () => this.#release(key)
  }

  /** @throws Problem `persistence_unavailable` when the wait takes too long */
  async acquire(key: string): Promise<Release> {
    const acquired = this.tryAcquire(key)
    if (acquired !== undefined) return acquired
    const queue = this.#waiters.get(key) as Release[]
    await new Promise<void>((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(grant), 1)
        reject(new Problem('persistence_unavailable'))
      }, this.#waitMs)
      queue.push(grant)
    })
    return () => this.#release(key)
  }

  #release(key: string): void {
    const next = this.#waiters.get(key)?.shift()
    if (next === undefined) this.#waiters.delete(key)
    else next()
  }
}
