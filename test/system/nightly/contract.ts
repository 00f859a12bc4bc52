import { operationContracts } from '#src/contract/document.ts'
import { openFuzzTarget } from '../contract/fuzz-target.ts'
import { formatCoverage, listOwnViolations } from '../contract/ledger.ts'
import { addEvents, count, createSummary, type ResponseSummary } from '../contract/response-summary.ts'
import { fuzz, type Run } from '../contract/run.ts'
import { installSchemathesis } from '../contract/tool.ts'
import type { TestEnvironment } from '../environment.ts'
import type { SystemTest } from '../result.ts'

/** `SEED=…` repeats a run from its first seed. */
const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
/**
 * Random cases of each operation, besides its examples and the edges of its schemas, which alone are some two thousand
 * requests.
 */
const casesEach = { short: 2, long: 50 }
const requestsMin = { short: 1_000, long: 10_000 }

/**
 * A fuzzer calls the running service by its contract: no response is a fault or has an undescribed status, body or
 * header, valid data is accepted and invalid data is refused. Three seeds in the long form.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const form = short ? 'short' : 'long'
  const command = await installSchemathesis(environment.log)
  const summary = createSummary()
  const failures: string[] = []
  const counted: string[] = []
  const seeds = short ? [firstSeed] : [firstSeed, firstSeed + 1, firstSeed + 2]
  for (const [at, seed] of seeds.entries()) {
    const target = await openFuzzTarget(environment, seed, at % 2 === 1)
    const run = await fuzz(environment, command, target, seed, casesEach[form])
    const before = summary.requests
    await addEvents(summary, run.events)
    failures.push(...printReport(environment, seed, run, summary.requests - before))
    counted.push(...(await listOwnViolations(target.base)))
  }
  const untouched = formatStatuses(environment, summary)
  const { requests, faults, undocumented } = summary
  for (const line of [...faults, ...undocumented, ...counted].slice(0, 20)) environment.log(line)
  environment.log(formatCoverage(summary))
  const isClean = failures.length + faults.length + undocumented.length + counted.length + untouched.length === 0
  return {
    passed: isClean && requests >= requestsMin[form],
    summary: `${requests} requests over ${operationContracts.size - untouched.length} of ${operationContracts.size} operations, seeds ${seeds.join(', ')}: ${faults.length} of 5xx or without an answer, ${undocumented.length} undocumented statuses, ${failures.length} failures of the tool's checks, ${counted.length} violations counted by the service itself`,
  }
}

/** Prints the tool's report of one seed; returns its failures, by kind and operation. */
function printReport(
  { log }: TestEnvironment,
  seed: number,
  { report, words, passed }: Run,
  requests: number,
): string[] {
  log(
    `seed ${seed}: ${requests} requests, ${report.operations.tested} operations, ${report.failures.length} kinds of failure`,
  )
  const reasons = new Map<string, number>()
  for (const reason of passed) count(reasons, reason)
  log(
    `let pass as meaning: ${[...reasons].map(([reason, times]) => `${times} times ${reason}`).join(', ') || 'nothing'}`,
  )
  const failures = report.failures.flatMap(({ code, title, operations }) =>
    operations.map((operation) => `${code} ${title}: ${operation}`),
  )
  const all = [...failures, ...report.errors.map((error) => JSON.stringify(error))]
  if (!report.complete) all.push(`seed ${seed} was broken off`)
  if (all.length > 0) log(words)
  return all
}

/** A line for each operation; returns those without a request. */
function formatStatuses({ log }: TestEnvironment, { statuses }: ResponseSummary): string[] {
  const untouched: string[] = []
  for (const id of operationContracts.keys()) {
    const own = [...statuses].filter(([answered]) => answered.startsWith(`${id} `))
    if (own.length === 0) untouched.push(id)
    log(
      `${id}: ${own.map(([answered, times]) => `${times} times ${answered.split(' ').at(-1)}`).join(', ') || 'NOT CALLED'}`,
    )
  }
  return untouched
}
