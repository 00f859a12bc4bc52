import type { BenchEnvironment } from './environment.ts'

/**
 * One way of doing the same work. `measure` does it for about so many seconds and answers one figure in the race's
 * unit; it is called once a round, in turns with the others.
 */
export type Entrant = {
  name: string
  /** `floor`: what the work costs without a service around it; `peer`: another way to build one. */
  role: 'floor' | 'peer' | 'ours'
  measure: (seconds: number) => Promise<number>
}

/** The same work done in several ways, each told as a ratio to the floor of the same round. */
export type Benchmark = {
  work: string
  /** `a second` counts what was done; `ms` and `MB` are better when they are small. */
  unit: 'a second' | 'ms' | 'µs' | 'MB'
  /** What our ratio to the floor has to be: at least where the unit counts work, at most where it counts cost. */
  goal: number
  entrants: readonly Entrant[]
  /**
   * Rounds that nobody counts, 1 by default: what is done a thousand times a second takes ten seconds until all of it
   * is compiled, as it is where it runs for days.
   */
  warmRounds?: number
}

/** The races of one bench file, on a stage of its own. */
export type Benchmarks = (stage: BenchEnvironment) => Promise<readonly Benchmark[]>
