import { computePercentile } from '../bench/statistics.ts'
import type { LabelledQuery, Need } from './labelled.ts'

/** A window in an engine's result. */
type FoundWindow = { file: string; start: number; end: number }

/** Returns at most `limit` windows for a query, best first and without overlap. */
export type Engine = { name: string; find(query: string, limit: number): Promise<FoundWindow[]> }

/** Shares are of the queries that have an answer; `silent` is of those that have none. */
export type Figures = { queries: number; full5: number; any1: number; mrr10: number; full2000: number; silent: number }
type EngineResult = { name: string; groups: Map<string, Figures>; p50: number; p99: number; misses: string[] }

/** Sends every query to an engine: once for warm-up, once for the figures. Times are in milliseconds. */
export async function measure(engine: Engine, queries: LabelledQuery[]): Promise<EngineResult> {
  const sums = new Map<string, Figures>()
  const times: number[] = []
  const misses: string[] = []
  for (const { query } of queries) await engine.find(query, 10)
  for (const labelled of queries) {
    const startedMs = performance.now()
    const windows = await engine.find(labelled.query, 10)
    times.push(performance.now() - startedMs)
    const figures = computeFigures(labelled, windows)
    if (labelled.needs.length > 0 && figures.full5 + figures.any1 < 2) misses.push(`${labelled.id}\t${labelled.query}`)
    for (const group of [labelled.group, ...(labelled.needs.length > 0 ? ['all'] : [])]) {
      sums.set(group, add(sums.get(group), figures))
    }
  }
  const [p50, p99] = [computePercentile(times, 50), computePercentile(times, 99)]
  return { name: engine.name, groups: computeShares(sums), p50, p99, misses }
}

function computeFigures({ needs }: LabelledQuery, windows: FoundWindow[]): Figures {
  const containsNeed = (window: FoundWindow) => needs.some((need) => holds(window, need))
  const countAll = (selected: FoundWindow[]) =>
    Number(needs.every((need) => selected.some((window) => holds(window, need))))
  const rank = windows.findIndex(containsNeed) + 1
  return {
    queries: 1,
    full5: countAll(windows.slice(0, 5)),
    any1: Number(rank === 1),
    mrr10: rank === 0 ? 0 : 1 / rank,
    full2000: countAll(selectFirstChars(windows, 2000)),
    silent: Number(windows.length === 0),
  }
}

const holds = (window: FoundWindow, need: Need) =>
  window.file === need.file && window.start <= need.start && window.end >= need.end

/** The windows that are complete within the first `chars` characters. */
function selectFirstChars(windows: FoundWindow[], chars: number): FoundWindow[] {
  let charsLeft = chars
  const beyond = windows.findIndex(({ start, end }) => {
    charsLeft -= end - start
    return charsLeft < 0
  })
  return beyond < 0 ? windows : windows.slice(0, beyond)
}

const names = ['queries', 'full5', 'any1', 'mrr10', 'full2000', 'silent'] as const

const add = (sum: Figures | undefined, figures: Figures): Figures =>
  Object.fromEntries(names.map((name) => [name, (sum?.[name] ?? 0) + figures[name]])) as Figures

function computeShares(sums: Map<string, Figures>): Map<string, Figures> {
  const computeShare = (sum: Figures) =>
    Object.fromEntries(
      names.map((name) => [name, name === 'queries' ? sum.queries : Number((sum[name] / sum.queries).toFixed(3))]),
    )
  return new Map([...sums].map(([group, sum]) => [group, computeShare(sum) as Figures]))
}
