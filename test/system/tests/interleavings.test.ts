import t from 'tap'
import { seed as firstSeed } from '../../text/seed.ts'
import { isNightly, openEnvironment } from '../environment.ts'
import { formatCounts } from '../footprint.ts'
import { openService } from '../simulation/service.ts'
import {
  computeFingerprint,
  describeFailure,
  newCoverage,
  type SimulationResult,
  simulate,
} from '../simulation/simulate.ts'

const schedules = Number(process.env.SCHEDULES ?? (isNightly ? 20_000 : 100))
/** Schedules in flight at a time, each on an artist of its own: one computes while another waits for the server. */
const atOnce = 4
/** One schedule in this number is repeated, to check that its seed reproduces it. */
const againEvery = 50

t.setTimeout(isNightly ? 7_200_000 : 240_000)
const environment = await openEnvironment(t)
const service = await openService(environment)

// Three to six clients at once, whose every statement waits until the scheduler of a seed releases it, while statements
// fail, connections break and the outcome of a COMMIT is lost.
t.test('in any order of their statements, calls are answered as in some order of whole calls', async (t) => {
  t.comment(`the first seed is ${firstSeed}; SEED=… begins with another`)
  const coverage = newCoverage()
  const differing: number[] = []
  let broken: SimulationResult | undefined
  const seeds = Array.from({ length: schedules }, (_, at) => firstSeed + at).values()
  const play = async () => {
    for (const seed of seeds) {
      if (broken !== undefined) return
      const simulated = await simulate(service, seed)
      coverage.add(simulated)
      if (simulated.broken.length > 0) broken ??= simulated
      if (seed % againEvery !== 0 || simulated.drawn.isCrowded) continue
      const repeated = await simulate(service, seed, 1)
      if (computeFingerprint('', repeated.played) !== computeFingerprint('', simulated.played)) differing.push(seed)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, play))
  t.equal(broken && describeFailure(broken), undefined, 'no promise is broken')
  t.same(differing, [], 'a seed repeats its schedule step for step')
  const { sums, interleavings, outcomes, faults } = coverage
  t.ok(sums.waits > 0, 'calls have waited for each other')
  t.ok(faults.size > 0, 'something has failed')
  t.comment(`answers: ${formatCounts(outcomes)}`)
  t.comment(`faults: ${formatCounts(faults)}; waits for a lock: ${sums.waits}`)
  environment.report(
    'interleavings',
    `${sums.schedules} schedules from seed ${firstSeed} on, ${interleavings.size} of them different`,
  )
})
