/** An instant as a column gives it, or inside a JSON aggregate or a column cast to text. */
export type Instant = Date | string

/**
 * An instant as a JSON aggregate (`T`, `+00:00`) or a cast writes it in a session that speaks UTC, as ours do; or as it
 * was written here.
 */
const inUtc = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?(?:\+00(?::00)?|Z)$/

/**
 * RFC 3339 in UTC with milliseconds, also where the database wrote fewer digits. A text that only lacks zeros is
 * padded: parsing it to a Date and formatting it again takes ten times as long, and each answer of a page has three.
 */
export function viewInstant(instant: Instant): string {
  const [, day, time, fraction = ''] = (typeof instant === 'string' && inUtc.exec(instant)) || []
  return day === undefined ? new Date(instant).toISOString() : `${day}T${time}.${fraction.padEnd(3, '0')}Z`
}

export const viewInstantOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : viewInstant(instant)
