import { addUsers, buildSettings, deployments } from '../access/callers.ts'
import { isDistinguishable, measurePair, type Timing } from '../access/clock.ts'
import { buildPairs, findDifference } from '../access/existence.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import type { SystemTest } from '../result.ts'

/**
 * A hidden thing gets the response of a missing one: in every word and header, and in the time it takes. Times are
 * checked in the long form only, and measured again before they count.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  await addUsers(environment)
  const service = await openInProcessService(environment, buildSettings(deployments[0] as (typeof deployments)[0]))
  const pairs = await buildPairs(environment, service)
  const wrong: string[] = []
  for (const pair of pairs) {
    const difference = await findDifference(service, pair)
    if (difference !== undefined) wrong.push(`${pair.words}: ${difference}`)
  }
  const timings = []
  for (const pair of pairs) timings.push(await measurePair(service, pair, short ? 3 : 200))
  const distinguishable = []
  for (const { words } of short ? [] : timings.filter(isDistinguishable)) {
    const pair = pairs.find((pair) => pair.words === words)
    if (pair === undefined) continue
    const again = await measurePair(service, pair, 600)
    if (isDistinguishable(again))
      distinguishable.push(
        `${words}: ${formatPercent(again.share)} % of ${again.medianMs.toFixed(2)} ms, longer in ${formatPercent(again.likelihood)} %`,
      )
  }
  for (const words of [...wrong, ...distinguishable]) environment.log(words)
  for (const { words, likelihood, share, medianMs } of timings.toSorted(compareDistance).slice(0, 3)) {
    environment.log(
      `furthest: ${words}, longer in ${formatPercent(likelihood)} %, by ${formatPercent(share)} % of ${medianMs.toFixed(2)} ms`,
    )
  }
  const furthest = Math.max(...timings.map(computeDistance))
  const times = `${distinguishable.length} pairs distinguishable by time${short ? ' (not checked here)' : ''}, furthest from an even chance ${furthest.toFixed(2)}`
  return {
    passed: wrong.length + distinguishable.length === 0 && pairs.length > 0,
    summary: `${pairs.length} pairs of what exists and what does not: ${wrong.length} distinguishable by their response; ${times}`,
  }
}

const computeDistance = ({ likelihood }: Timing) => Math.abs(likelihood - 0.5)
const compareDistance = (one: Timing, other: Timing) => computeDistance(other) - computeDistance(one)
const formatPercent = (share: number) => (share * 100).toFixed(0)
