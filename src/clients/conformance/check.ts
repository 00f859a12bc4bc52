import type { Operation } from '#src/contract/document.ts'
import type { Known } from './known.ts'
import type { Options } from './options.ts'
import type { Send } from './session.ts'

/** What a check works with. */
export type CheckContext = {
  options: Options
  /** The artist that the token is good for. */
  artist: string
  known: Known
  /** Sends a request; the response is judged by the contract. */
  send: Send
  /** Records a finding about an operation, or about the check itself. */
  report: (operation: Operation | string, input: string, wrong: string) => void
  skip: (operation: Operation | string, reason: string) => void
}

export type Check = {
  name: string
  /** Sends writes: runs in full mode alone. */
  writes?: true
  /** Needs a claimant's token. */
  signedIn?: true
  run: (context: CheckContext) => Promise<void>
}

/** Runs `work` for each item, a few at once: most of the time of a run is spent waiting for the network. */
export async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 4) {
  const rest = [...items]
  const workers = Array.from({ length: atOnce }, async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  })
  await Promise.all(workers)
}
