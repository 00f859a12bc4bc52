import type { Operation } from '#src/contract/document.ts'
import type { Call, Known } from './call.ts'
import type { Options } from './options.ts'

/** What a check works with. */
export type CheckContext = {
  options: Options
  /** The artist that the token is good for. */
  artist: string
  known: Known
  /** Sends a request; the response is judged by the contract. */
  call: Call
  /** Records a finding about an operation, or about the check itself. */
  report: (subject: Operation | string, input: string, wrong: string) => void
  skip: (subject: Operation | string, reason: string) => void
}

export type Check = {
  name: string
  /** `full`: it sends writes, in full mode alone. */
  needs?: 'token' | 'full'
  run: (context: CheckContext) => Promise<void>
}

/** A check that tests each of the operations, or those of them that `--operation` names. */
export const forEach =
  (operations: readonly Operation[], run: (context: CheckContext, operation: Operation) => Promise<void>) =>
  (context: CheckContext): Promise<void> => {
    const { operation: named } = context.options
    const asked = named.length === 0 ? operations : operations.filter(({ id }) => named.includes(id))
    return runForEach(asked, (operation) => run(context, operation))
  }

/** A few at once: most of the time of a run is spent waiting for the network. */
export async function runForEach<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 4): Promise<void> {
  const rest = [...items]
  const workers = Array.from({ length: atOnce }, async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  })
  await Promise.all(workers)
}
