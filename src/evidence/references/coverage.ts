import type { Coverage } from '#src/contract/types.gen.ts'

/**
 * What a search or a list rests on. Complete when every eligible source has text, for then nothing was left out unseen.
 */
export function viewCoverage({ eligible, readable }: { eligible: number; readable: number }): Coverage {
  const without = eligible - readable
  const limitation =
    without === 1 ? 'One source has no stored text yet.' : `${without} sources have no stored text yet.`
  return {
    eligibleSources: eligible,
    readableSources: readable,
    searchedSources: 0,
    complete: without === 0,
    limitations: without === 0 ? [] : [limitation],
  }
}
