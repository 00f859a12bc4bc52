import type { BenchEnvironment, ServerName } from './environment.ts'
import type { Measurement } from './statistics.ts'

/** One way of doing the same work. */
export type Entrant = {
  name: string
  /** `floor`: the work without a service around it; `peer`: the work as another service would do it. */
  role: 'floor' | 'peer' | 'ours'
  /** Does the work for about this many seconds; a measurement for each row of the benchmark. */
  measure: (seconds: number) => Promise<readonly Measurement[]>
}

/**
 * What our figure has to be, as a ratio to an entrant's figure of the same round, to that of the `best peer`, or
 * absolute where none is named.
 */
export type Goal = { against?: string } & ({ atLeast: number } | { atMost: number })

/** One line of the table. `a second` and its like count work; `ms` and `MB` are better when they are small. */
export type Row = {
  work: string
  unit: 'a second' | 'lines a second' | 'rows a second' | 'ms' | 'MB'
  goals?: readonly Goal[]
}

/** The same work done in several ways, measured in turns. */
export type Benchmark = {
  rows: readonly Row[]
  entrants: readonly Entrant[]
  /** Where the work can be done only once, or takes as long as all rounds of another. */
  rounds?: number
  /** Seconds of work before the rounds, which are not counted. */
  warmUpSeconds?: number
}

/** The benchmarks of one file, in an environment of its own. */
export type Benchmarks = (environment: BenchEnvironment) => Promise<readonly Benchmark[]>

/** What a file of `benchmarks/` exports. */
export type BenchmarkFile = {
  createBenchmarks: Benchmarks
  /** The servers it is run on; both where it does not say. */
  servers?: readonly ServerName[]
  /** Takes so long that it is run only when it is named. */
  isLong?: boolean
}
