/**
 * How fast the service is beside its floor in the same run; test/README.md says what is compared. `--small` only shows
 * that all can be run. Exits with 1 when a benchmark could not be run.
 */
import { parseArgs } from 'node:util'
import { type Benchmarks, runBenchmark } from './bench/benchmark.ts'
import { createBulkBenchmarks } from './bench/bulk.ts'
import { createClaimBenchmarks, createHeldSnapshotBenchmarks } from './bench/claim.ts'
import { withBenchEnvironment } from './bench/environment.ts'
import { createRequestBenchmarks } from './bench/requests.ts'

const benchmarks: Record<string, Benchmarks> = {
  requests: createRequestBenchmarks,
  claim: createClaimBenchmarks,
  bulk: createBulkBenchmarks,
}
/** Take so long that they run only when they are named. */
const longBenchmarks: Record<string, Benchmarks> = { 'claim-held': createHeldSnapshotBenchmarks }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    small: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const all = { ...benchmarks, ...longBenchmarks }
const names = positionals.length > 0 ? positionals : Object.keys(benchmarks)
const { rounds = values.small ? '1' : '3', seconds = values.small ? '0.2' : '1.5' } = values
const size = { rounds: Number(rounds), seconds: Number(seconds) }
if (values.help || names.some((name) => !(name in all)) || !(size.rounds >= 1) || !(size.seconds > 0)) {
  console.error(`npm run bench -- [${Object.keys(all).join('|')} …] [--only WORK] [--rounds N] [--seconds S] [--small]`)
  process.exit(values.help ? 0 : 2)
}

for (const name of names) {
  const startedMs = performance.now()
  try {
    await withBenchEnvironment({ importLines: values.small ? 2_400 : 120_000 }, async (environment) => {
      for (const benchmark of (await all[name]?.(environment)) ?? [])
        if (benchmark.rows.some(({ work }) => work.includes(values.only)))
          console.log(`${await runBenchmark(benchmark, size)}\n`)
    })
    console.log(`${name}: ${Math.round((performance.now() - startedMs) / 1_000)} s\n`)
  } catch (error) {
    console.error(`The benchmark ${name} could not be run:`, error)
    process.exitCode = 1
  }
}
