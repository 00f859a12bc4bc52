/** The median: the middle one, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}
