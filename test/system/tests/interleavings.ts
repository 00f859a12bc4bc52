import { seed as firstSeed } from '../../text/seed.ts'
import type { SystemTest } from '../result.ts'
import { computeFingerprint, formatCounts, newCoverage } from '../simulation/coverage.ts'
import { describeFailure } from '../simulation/describe.ts'
import { openService } from '../simulation/service.ts'
import { type SimulationResult, simulate } from '../simulation/simulate.ts'

const schedulesLong = 20_000
const schedulesShort = 150
/** Schedules in flight at a time, each on an artist of its own: one computes while another waits for the server. */
const atOnce = 4
const logEvery = 1_000
/** One schedule in this number is repeated, to check that its seed reproduces it. */
const againEvery = 50

/**
 * Three to six clients at once, whose every statement waits until the scheduler of a seed releases it, while statements
 * fail, connections break and the outcome of a COMMIT is lost. In any order, the responses and the rows are those of
 * some sequential order of whole calls.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const schedules = Number(process.env.SCHEDULES ?? (short ? schedulesShort : schedulesLong))
  environment.log(`the first seed is ${firstSeed}; SEED=… begins with another`)
  const service = await openService(environment)
  const coverage = newCoverage()
  const again = { played: 0, same: 0 }
  let broken: SimulationResult | undefined
  const seeds = Array.from({ length: schedules }, (_, at) => firstSeed + at).values()
  const startedMs = performance.now()
  const play = async () => {
    for (const seed of seeds) {
      if (broken !== undefined) return
      const simulated = await simulate(service, seed)
      coverage.add(simulated)
      if (coverage.sums.schedules % logEvery === 0) environment.log(`${coverage.sums.schedules} schedules`)
      if (simulated.broken.length > 0) broken ??= simulated
      if (seed % againEvery !== 0 || simulated.drawn.isCrowded) continue
      const repeated = await simulate(service, seed, 1)
      again.played += 1
      if (computeFingerprint('', repeated.played) === computeFingerprint('', simulated.played)) again.same += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, play))
  if (broken !== undefined) environment.log(describeFailure(broken))

  const { sums, interleavings, pairs, statements, outcomes, faults } = coverage
  const perSecond = Math.round((1_000 * (sums.schedules + again.played)) / (performance.now() - startedMs))
  environment.log(`answers: ${formatCounts(outcomes)}`)
  environment.log(`faults: ${formatCounts(faults)}; calls sent again: ${sums.repeats}; waits for a lock: ${sums.waits}`)
  environment.log(
    `${sums.steps} steps, ${statements.size} different statements of operations, ${perSecond} schedules a second`,
  )
  const seen = `${interleavings.size} different, ${pairs.size} pairs of neighbouring statements`
  return {
    passed:
      broken === undefined &&
      sums.schedules === schedules &&
      again.same === again.played &&
      sums.waits > 0 &&
      faults.size > 0,
    summary: `${sums.schedules} schedules from seed ${firstSeed} on, ${seen}, ${broken === undefined ? 'no promise broken' : `SEED=${broken.seed} breaks ${broken.broken.length}`}; ${again.same} of ${again.played} played again were the same step for step`,
  }
}
