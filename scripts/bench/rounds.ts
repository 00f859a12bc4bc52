import type { Benchmark, Entrant } from './benchmark.ts'

/** A contestant's figure of each round, and its ratio to the floor of the same round. */
export type Finish = Pick<Entrant, 'name' | 'role'> & { figures: number[]; ratios: number[] }
export type Result = Pick<Benchmark, 'work' | 'unit' | 'goal'> & { finishes: Finish[] }

/**
 * Runs the contestants alternately (A B A B …), so that the machine's other load affects all alike. Each round's own
 * ratio is compared; uncounted rounds before them warm up.
 */
export async function runBenchmark(
  { work, unit, goal, entrants, warmRounds = 1 }: Benchmark,
  { rounds, seconds }: { rounds: number; seconds: number },
  say: (words: string) => void,
): Promise<Result> {
  say(`${work}:`)
  for (const { measure } of entrants) for (let round = 1; round <= warmRounds; round += 1) await measure(seconds)
  const finishes = entrants.map(({ name, role }): Finish => ({ name, role, figures: [], ratios: [] }))
  for (let round = 1; round <= rounds; round += 1) {
    const figures: number[] = []
    for (const { measure } of entrants) figures.push(await measure(seconds))
    const floor = figures[entrants.findIndex(({ role }) => role === 'floor')] ?? Number.NaN
    figures.forEach((figure, at) => {
      finishes[at]?.figures.push(figure)
      finishes[at]?.ratios.push(figure / floor)
    })
    say(`  round ${round}: ${entrants.map(({ name }, at) => `${name} ${rounded(figures[at])} ${unit}`).join(', ')}`)
  }
  return { work, unit, goal, finishes }
}

/** The significant digits on a noisy machine. */
export const rounded = (figure = Number.NaN): string =>
  figure >= 100 ? figure.toFixed(0) : figure >= 10 ? figure.toFixed(1) : figure.toFixed(2)
