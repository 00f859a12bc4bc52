import { computeMedian } from '../../../scripts/bench/statistics.ts'
import type { Pair } from './existence.ts'
import type { InProcessService } from './in-process-service.ts'

/**
 * `likelihood` that a call for something existing takes longer than one for something missing: one half is no
 * difference, and a distinguishing time is near 0 or 1. `share`: the difference of the medians by the smaller.
 */
type Timing = { words: string; likelihood: number; share: number; medianMs: number }

/** Interleaved, each pair reversed every other time, so that the machine's other load affects both alike. */
async function measurePair(service: InProcessService, pair: Pair, rounds: number): Promise<Timing> {
  const times = { there: [] as number[], absent: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['there', 'absent'] as const) : (['absent', 'there'] as const)
    for (const which of order) {
      const startedMs = performance.now()
      await service.send(pair[which])
      times[which].push(performance.now() - startedMs)
    }
  }
  const [there, absent] = [computeMedian(times.there), computeMedian(times.absent)]
  const share = Math.abs(there - absent) / Math.min(there, absent)
  return {
    words: pair.words,
    likelihood: estimateLikelihood(times.there, times.absent),
    share,
    medianMs: Math.min(there, absent),
  }
}

/** The Mann-Whitney statistic as a share of all pairs. */
function estimateLikelihood(one: number[], other: number[]): number {
  let longer = 0
  for (const a of one) for (const b of other) longer += a > b ? 1 : a === b ? 0.5 : 0
  return longer / (one.length * other.length)
}

/** Both at once, and far from chance: a difference that a caller over a network could find in a few hundred calls. */
const isDistinguishable = ({ likelihood, share }: Timing): boolean => Math.abs(likelihood - 0.5) > 0.2 && share > 0.1

const computeDistance = ({ likelihood }: Timing) => Math.abs(likelihood - 0.5)
const formatPercent = (share: number) => (share * 100).toFixed(0)

/** The pairs that differ in time, measured again before they count, and the furthest distance from an even chance. */
export async function findDistinguishable(service: InProcessService, pairs: readonly Pair[]) {
  const distinguishable: string[] = []
  let furthest = 0
  for (const pair of pairs) {
    const timing = await measurePair(service, pair, 200)
    furthest = Math.max(furthest, computeDistance(timing))
    if (!isDistinguishable(timing)) continue
    const again = await measurePair(service, pair, 600)
    const { words, share, medianMs, likelihood } = again
    if (isDistinguishable(again))
      distinguishable.push(
        `${words}: ${formatPercent(share)} % of ${medianMs.toFixed(2)} ms, longer in ${formatPercent(likelihood)} %`,
      )
  }
  return { distinguishable, furthest }
}
