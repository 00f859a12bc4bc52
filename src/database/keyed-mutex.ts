import { Problem } from '#src/contract/problems/problem.ts'

export type Release = () => void

/**
 * A mutex for each key, granted in the order of asking, within this process. What the database holds must not depend on
 * it.
 */
export class KeyedMutex {
  /** Who waits for each key that is held. */
  readonly #waiting = new Map<string, Release[]>()
  readonly #waitMs: number

  /** @param waitMs how long a request waits at most */
  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /** The mutex if it is free. */
  tryAcquire(key: string): Release | undefined {
    if (this.#waiting.has(key)) return undefined
    this.#waiting.set(key, [])
    return () => this.#release(key)
  }

  /** @throws Problem `persistence_unavailable` when the wait takes too long */
  async acquire(key: string): Promise<Release> {
    const free = this.tryAcquire(key)
    if (free !== undefined) return free
    const queue = this.#waiting.get(key) as Release[]
    await new Promise<void>((resolve, reject) => {
      const granted = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(granted), 1)
        reject(new Problem('persistence_unavailable'))
      }, this.#waitMs)
      queue.push(granted)
    })
    return () => this.#release(key)
  }

  #release(key: string): void {
    const next = this.#waiting.get(key)?.shift()
    if (next === undefined) this.#waiting.delete(key)
    else next()
  }
}
