import type { BenchEnvironment } from './environment.ts'

/**
 * One way of doing the same work. `measure` does it for about so many seconds and returns one figure in the race's
 * unit; it is called once a round, alternately with the others.
 */
export type Entrant = {
  name: string
  /** `floor`: what the work costs without a service around it; `peer`: another way to build one. */
  role: 'floor' | 'peer' | 'ours'
  measure: (seconds: number) => Promise<number>
}

/** The same work done in several ways, each as a ratio to the floor of the same round. */
export type Benchmark = {
  work: string
  /** `a second` counts what was done; `ms` and `MB` are better when they are small. */
  unit: 'a second' | 'ms' | 'µs' | 'MB'
  /** The required ratio to the floor: a minimum where the unit counts work, a maximum where it counts cost. */
  goal: number
  entrants: readonly Entrant[]
  /**
   * Uncounted warm-up rounds, 1 by default: what is done a thousand times a second takes ten seconds until all of it is
   * compiled, as it is where it runs for days.
   */
  warmRounds?: number
}

/** The races of one bench file, on a stage of its own. */
export type Benchmarks = (stage: BenchEnvironment) => Promise<readonly Benchmark[]>
