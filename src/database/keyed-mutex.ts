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

  /** @throws Problem `persistence_unavailable` when the wait takes too long */
  async acquire(key: string): Promise<Release> {
    const queue = this.#waiters.get(key)
    if (queue === undefined) this.#waiters.set(key, [])
    else await this.#wait(queue)
    return () => this.#release(key)
  }

  #wait(queue: Release[]): Promise<void> {
    return new Promise<void>((resolve, reject) => {
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
  }

  #release(key: string): void {
    const next = this.#waiters.get(key)?.shift()
    if (next === undefined) this.#waiters.delete(key)
    else next()
  }
}
