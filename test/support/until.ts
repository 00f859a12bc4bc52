import { setTimeout as sleep } from 'node:timers/promises'

/** The first result that is neither undefined nor false; repeated until the deadline, after which the test fails. */
export async function pollUntil<T>(
  ask: () => T | Promise<T>,
  withinMs = 60_000,
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>
    if (Date.now() > deadline) throw new Error(`Not so within ${withinMs} ms: ${ask}`)
    await sleep(20)
  }
}
