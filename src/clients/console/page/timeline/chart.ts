import { kinds, type TimelineKind } from './entries.ts'
import { type DatedEntry, toMs } from './years.ts'

/** A mark of a lane: so many entries lie at `percent` of the width. */
export type Mark = { percent: number; count: number }
export type Tick = { percent: number; year: number }
export type Chart = { lanes: { kind: TimelineKind; marks: Mark[] }[]; ticks: Tick[] }

/** Entries that would lie on each other on a phone are one mark. */
const columns = 48
/** Marks are drawn around their middle, and none beyond the edge. */
const margin = 3
const ticksMax = 5

/** Where the marks of each lane lie, from the earliest entry at the left to the latest at the right. */
export function drawChart(entries: readonly DatedEntry[]): Chart {
  const times = entries.map(({ at }) => toMs(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const computeShare = (ms: number) => (last === first ? 0.5 : (ms - first) / (last - first))
  const computePercent = (share: number) => margin + share * (100 - 2 * margin)
  const lanes = (Object.keys(kinds) as TimelineKind[]).map((kind) => {
    const counts = new Map<number, number>()
    for (const entry of entries) {
      if (entry.kind !== kind) continue
      const column = Math.round(computeShare(toMs(entry.at)) * columns)
      counts.set(column, (counts.get(column) ?? 0) + 1)
    }
    const marks = [...counts].map(([column, count]) => ({ percent: computePercent(column / columns), count }))
    return { kind, marks: marks.toSorted((a, b) => a.percent - b.percent) }
  })
  const ticks = entries.length === 0 ? [] : listYears(first, last)
  return {
    lanes: lanes.filter(({ marks }) => marks.length > 0),
    ticks: ticks.map((year) => ({ year, percent: computePercent(computeShare(Date.UTC(year))) })),
  }
}

/** The beginnings of years between two times, at a round distance, as many as fit a phone. */
function listYears(first: number, last: number): number[] {
  const [from, to] = [new Date(first - 1).getUTCFullYear() + 1, new Date(last).getUTCFullYear()]
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((years) => (to - from) / years < ticksMax) ?? 1_000
  const start = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - start) / step) + 1) }, (_, at) => start + at * step)
}
