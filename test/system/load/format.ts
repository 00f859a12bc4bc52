import { computePercentile } from '../../../scripts/bench/statistics.ts'

export const formatPercentile = (durationsMs: readonly number[], percent: number) =>
  computePercentile(durationsMs, percent).toFixed(1)

/** How often each occurred, in words. */
export const formatCounts = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} times ${kind}`)
    .join(', ')
