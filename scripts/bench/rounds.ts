import type { Benchmark, Entrant, Row } from './benchmark.ts'
import type { ServerName } from './environment.ts'
import type { Measurement } from './statistics.ts'

/** An entrant's measurements of one row, one a round. */
export type EntrantResult = Pick<Entrant, 'name' | 'role'> & { rounds: Measurement[] }
export type RowResult = Row & { server: ServerName; entrants: EntrantResult[] }
export type Size = { rounds: number; seconds: number }

/**
 * Measures the entrants in turns (A B A B …), so that whatever else the machine is doing meets them all alike. What is
 * compared is each round's own ratio; the warm-up before the rounds is not counted.
 */
export async function runBenchmark(
  { rows, entrants, warmUpSeconds, ...context }: Benchmark,
  size: Size,
  server: ServerName,
): Promise<RowResult[]> {
  const rounds = context.rounds ?? size.rounds
  for (const { measure } of entrants) if (warmUpSeconds !== 0) await measure(warmUpSeconds ?? size.seconds)
  const results = rows.map(
    (row): RowResult => ({
      ...row,
      server,
      entrants: entrants.map(({ name, role }) => ({ name, role, rounds: [] })),
    }),
  )
  for (let round = 1; round <= rounds; round += 1) {
    for (const [at, { measure }] of entrants.entries()) {
      const measurements = await measure(size.seconds)
      for (const [index, row] of results.entries()) row.entrants[at]?.rounds.push(measurements[index] as Measurement)
    }
  }
  return results
}
