import type { BenchEnvironment } from './environment.ts'
import { computeMedian, type Measurement } from './statistics.ts'

/** One way of doing the same work. */
type Entrant = {
  name: string
  /** Does the work for about this many seconds; a measurement for each row of the benchmark. */
  measure: (seconds: number) => Promise<readonly Measurement[]>
}

/** One line of the table: what is done, and what its figure counts. */
export type Row = { work: string; unit: string }

/** The same work done by the service and, where there is one, by its floor: the work without a service around it. */
export type Benchmark = {
  rows: readonly Row[]
  ours: Entrant['measure']
  floor?: Entrant
  /** Where the work can be done only once, or takes as long as all rounds of another. */
  rounds?: number
  /** Seconds of work before the rounds, which are not counted. */
  warmUpSeconds?: number
}

/** The benchmarks of one file, in an environment of its own. */
export type Benchmarks = (environment: BenchEnvironment) => Promise<readonly Benchmark[]>

export type Size = { rounds: number; seconds: number }

/** The measurements of one row of an entrant, one for each round. */
type Result = { name: string; rounds: Measurement[] }

/**
 * Measures the entrants in turns, so that whatever else the machine is doing meets them alike: what is compared is each
 * round's own ratio. Returns a table in Markdown.
 */
export async function runBenchmark(benchmark: Benchmark, size: Size): Promise<string> {
  const { rows, floor, ours, warmUpSeconds = size.seconds } = benchmark
  const entrants: Entrant[] = [...(floor === undefined ? [] : [floor]), { name: 'Sittings', measure: ours }]
  for (const { measure } of entrants) if (warmUpSeconds > 0) await measure(warmUpSeconds)
  const results = rows.map(() => entrants.map(({ name }): Result => ({ name, rounds: [] })))
  for (let round = 1; round <= (benchmark.rounds ?? size.rounds); round += 1) {
    for (const [at, { measure }] of entrants.entries()) {
      const measured = await measure(size.seconds)
      for (const [index, result] of results.entries()) result[at]?.rounds.push(measured[index] as Measurement)
    }
  }
  const lines = rows.flatMap((row, index) => formatRow(row, results[index] ?? []))
  return ['| work | entrant | figure | p50 ms | p99 ms | Sittings is |', '|---|---|---|---|---|---|', ...lines].join(
    '\n',
  )
}

/** A line for each entrant, with medians; beside the floor our ratio to it, with the range of the rounds. */
function formatRow({ work, unit }: Row, results: readonly Result[]): string[] {
  const ours = results.at(-1)
  return results.map((result, at) => {
    const cells = [
      at === 0 ? work : '',
      result.name,
      `${formatMedian(result, 'value')} ${unit}`,
      formatMedian(result, 'p50Ms'),
      formatMedian(result, 'p99Ms'),
      result === ours || ours === undefined ? '' : formatRatio(ours, result),
    ]
    return `| ${cells.join(' | ')} |`
  })
}

function formatMedian({ rounds }: Result, field: keyof Measurement): string {
  const figures = rounds.flatMap((measurement) => measurement[field] ?? [])
  return figures.length === 0 ? '' : roundFigure(computeMedian(figures))
}

/** As many digits as a noisy machine can mean. */
const roundFigure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)

function formatRatio(ours: Result, floor: Result): string {
  const ratios = floor.rounds.map(({ value }, round) => (ours.rounds[round]?.value ?? Number.NaN) / value)
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return `${computeMedian(ratios).toFixed(2)} (${range})`
}
