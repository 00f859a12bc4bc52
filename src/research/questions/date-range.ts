import { isCalendarDate } from '#src/text/calendar.ts'

/**
 * The first and the last calendar day (UTC) on which something was published: a year, a month, a day or an instant of a
 * day.
 */
export type DateRange = { first: string; last: string }

/**
 * The days that a date of publication may mean, at its own precision; undefined for anything that is not a date.
 * Calendar dates with four-digit years compare as texts.
 */
export function parseDateRange(published: string | null): DateRange | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T.*Z)?)?)?$/.exec(published ?? '') ?? []
  if (year === undefined) return undefined
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`
  if (!isCalendarDate(first)) return undefined
  if (day !== undefined) return { first, last: first }
  const [y, m] = [Number(year), month === undefined ? 12 : Number(month)]
  // Day 0 of the next month is the last one of this.
  return { first, last: new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10) }
}

/**
 * Whether the date of publication lies between two days, both inclusive and either absent. A date that may lie inside
 * or outside does not count as inside.
 */
export function isWithinRange(
  days: DateRange | undefined,
  from: string | null,
  to: string | null,
): boolean | 'unknown' {
  if (from === null && to === null) return true
  if (days === undefined) return 'unknown'
  if ((from !== null && days.last < from) || (to !== null && days.first > to)) return false
  return (from === null || days.first >= from) && (to === null || days.last <= to) ? true : 'unknown'
}
