import type { TimelineEntry } from './entries.ts'

/** An entry whose date is known. */
export type DatedEntry = TimelineEntry & { at: string }

export const isDated = (entry: TimelineEntry): entry is DatedEntry => entry.at !== null

/** Where an entry lies; a year or a month alone lies at its beginning. */
export const toMs = (at: string): number => Date.parse(at)

const hasTime = (at: string) => at.length > 10

/** The year in which the reader sees the date: a day has no time zone, an instant is shown in the reader's. */
export const getYear = (at: string): number => (hasTime(at) ? new Date(at).getFullYear() : Number(at.slice(0, 4)))

/** Entries by year, the newest first in each and of all. */
export function groupByYear(entries: readonly DatedEntry[]): { year: number; entries: DatedEntry[] }[] {
  const newestFirst = entries.toSorted((a, b) => toMs(b.at) - toMs(a.at))
  const byYear = new Map<number, DatedEntry[]>()
  for (const entry of newestFirst) {
    const year = getYear(entry.at)
    byYear.set(year, [...(byYear.get(year) ?? []), entry])
  }
  return [...byYear].map(([year, entries]) => ({ year, entries })).toSorted((a, b) => b.year - a.year)
}
