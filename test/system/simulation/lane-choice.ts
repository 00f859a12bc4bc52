import type { Random } from '../../text/seed.ts'
import type { Lane } from './lane.ts'

/** Picks the lane of the next step. */
export type Choice = (ready: readonly Lane[]) => Lane

/**
 * Three ways to choose, for each finds other orders. At random at every step: much alternation. Mostly the same again:
 * long stretches with few changes. By rank, where a few steps demote the first lane: the orders in which few changes at
 * the right places matter.
 */
export function drawChoice(random: Random, lanes: number): { manner: string; choose: Choice } {
  const manner = random.pick(['by lot', 'sticky', 'by rank', 'by rank'])
  if (manner === 'by lot') return { manner, choose: (ready) => random.pick(ready) }
  return { manner, choose: manner === 'sticky' ? createStickyChoice(random) : createRankedChoice(random, lanes) }
}

function createStickyChoice(random: Random): Choice {
  let last: Lane | undefined
  return (ready) => {
    const stays = random.below(4) > 0
    last = (stays && ready.find((lane) => lane === last)) || random.pick(ready)
    return last
  }
}

/** Steps of a schedule are some thirty; a demotion later than its end changes nothing. */
const demotionsMax = 4
const stepsUsual = 36

function createRankedChoice(random: Random, lanes: number): Choice {
  const ranks = shuffle(random, lanes)
  const demotions = new Set(Array.from({ length: 1 + random.below(demotionsMax) }, () => random.below(stepsUsual)))
  let step = 0
  let lowest = -1
  const getRank = ({ number }: Lane) => ranks[number] ?? 0
  const chooseFirst = (ready: readonly Lane[]) =>
    ready.reduce((one, other) => (getRank(other) > getRank(one) ? other : one))
  return (ready) => {
    const demoted = demotions.has(step++) ? chooseFirst(ready) : undefined
    if (demoted !== undefined) ranks[demoted.number] = lowest--
    return chooseFirst(ready)
  }
}

export function shuffle(random: Random, count: number): number[] {
  const numbers = Array.from({ length: count }, (_, at) => at)
  for (let left = count; left > 1; left -= 1) {
    const at = random.below(left)
    const swapped = numbers[at] as number
    numbers[at] = numbers[left - 1] as number
    numbers[left - 1] = swapped
  }
  return numbers
}
