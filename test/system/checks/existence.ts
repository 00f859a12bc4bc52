import { addUsers, deployments, settingsOf } from '../access/callers.ts'
import { isDistinguishable, type Timing, timed } from '../access/clock.ts'
import { differs, pairsOf } from '../access/existence.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import type { Check } from '../result.ts'

/**
 * A hidden thing gets the response of a missing one: in every word and header, and in the time it takes. Times are
 * checked in the long form only, and measured again before they count.
 */
export const runCheck: Check = async (stage, { short }) => {
  await addUsers(stage)
  const house = await openInProcessService(stage, settingsOf(deployments[0] as (typeof deployments)[0]))
  const pairs = await pairsOf(stage, house)
  const wrong: string[] = []
  for (const pair of pairs) {
    const difference = await differs(house, pair)
    if (difference !== undefined) wrong.push(`${pair.words}: ${difference}`)
  }
  const timings = []
  for (const pair of pairs) timings.push(await timed(house, pair, short ? 3 : 200))
  const distinguishable = []
  for (const { words } of short ? [] : timings.filter(isDistinguishable)) {
    const pair = pairs.find((pair) => pair.words === words)
    if (pair === undefined) continue
    const again = await timed(house, pair, 600)
    if (isDistinguishable(again))
      distinguishable.push(
        `${words}: ${percent(again.share)} % of ${again.medianMs.toFixed(2)} ms, longer in ${percent(again.likelihood)} %`,
      )
  }
  for (const words of [...wrong, ...distinguishable]) stage.say(words)
  for (const { words, likelihood, share, medianMs } of timings.toSorted(byDistance).slice(0, 3)) {
    stage.say(
      `furthest: ${words}, longer in ${percent(likelihood)} %, by ${percent(share)} % of ${medianMs.toFixed(2)} ms`,
    )
  }
  const furthest = Math.max(...timings.map(distance))
  const times = `${distinguishable.length} pairs distinguishable by time${short ? ' (not checked here)' : ''}, furthest from an even chance ${furthest.toFixed(2)}`
  return {
    passed: wrong.length + distinguishable.length === 0 && pairs.length > 0,
    summary: `${pairs.length} pairs of what exists and what does not: ${wrong.length} distinguishable by their response; ${times}`,
  }
}

const distance = ({ likelihood }: Timing) => Math.abs(likelihood - 0.5)
const byDistance = (one: Timing, other: Timing) => distance(other) - distance(one)
const percent = (share: number) => (share * 100).toFixed(0)
