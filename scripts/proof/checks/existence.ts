import { addUsers, deployments, settingsOf } from '../access/callers.ts'
import { tells, timed } from '../access/clock.ts'
import { differs, pairsOf } from '../access/existence.ts'
import { openHouse } from '../access/house.ts'
import type { Proof } from '../finding.ts'

/**
 * What one may not know of is answered as what is not there: in every word and header, and in the time it takes. Times are judged in the long form
 * only, and looked at again before they are believed.
 */
export const prove: Proof = async (stage, { short }) => {
  await addUsers(stage)
  const house = await openHouse(stage, settingsOf(deployments[0] as (typeof deployments)[0]))
  const pairs = await pairsOf(stage, house)
  const wrong: string[] = []
  for (const pair of pairs) {
    const difference = await differs(house, pair)
    if (difference !== undefined) wrong.push(`${pair.words}: ${difference}`)
  }
  const timings = []
  for (const pair of pairs) timings.push(await timed(house, pair, short ? 3 : 200))
  const telling = []
  for (const { words } of short ? [] : timings.filter(tells)) {
    const pair = pairs.find((pair) => pair.words === words)
    if (pair === undefined) continue
    const again = await timed(house, pair, 600)
    if (tells(again))
      telling.push(
        `${words}: ${(again.share * 100).toFixed(0)} % of ${again.medianMs.toFixed(2)} ms, longer in ${(again.likelihood * 100).toFixed(0)} of 100`,
      )
  }
  for (const words of [...wrong, ...telling]) stage.say(words)
  const furthest = Math.max(...timings.map(({ likelihood }) => Math.abs(likelihood - 0.5)))
  const times = `${telling.length} pairs told apart by time${short ? ' (not judged here)' : ''}, furthest from an even chance ${furthest.toFixed(2)}`
  return {
    holds: wrong.length + telling.length === 0 && pairs.length > 0,
    figure: `${pairs.length} pairs of what exists and what does not: ${wrong.length} told apart by their answer; ${times}`,
  }
}
