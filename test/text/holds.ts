import fc from 'fast-check'
import { seed } from './seed.ts'

type Report = { comment(text: string): void; pass(title: string): unknown }

/**
 * Runs a property with this run's seed, printed; a counterexample is thrown with its shrunk values and fails the test.
 */
export function holds(t: Report, property: fc.IRawProperty<unknown>, runs = 200): void {
  t.comment(`SEED=${seed}`)
  fc.assert(property, { seed, numRuns: runs })
  t.pass(`${runs} generated cases`)
}

/** The same for a property that awaits. */
export async function holdsAsync(t: Report, property: fc.IAsyncProperty<unknown>, runs = 200): Promise<void> {
  t.comment(`SEED=${seed}`)
  await fc.assert(property, { seed, numRuns: runs })
  t.pass(`${runs} generated cases`)
}
