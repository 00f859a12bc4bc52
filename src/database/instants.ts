/** An instant as a column gives it, or as it stands inside a JSON aggregate or in a column that was cast to text. */
export type Instant = Date | string

/**
 * RFC 3339 in UTC with milliseconds, also where the database wrote fewer digits. What only wants its zeros is not made a Date and a text
 * again, which would take ten times as long and there are three in every answer of a page; nor is it taken apart by a pattern, for four times as long.
 */
export function viewInstant(instant: Instant): string {
  return (typeof instant === 'string' && filledUp(instant)) || new Date(instant).toISOString()
}

/** Of a JSON aggregate (`T`, `+00:00`) or a cast as a session writes it that speaks UTC, as ours do; undefined of any other form. */
function filledUp(instant: string): string | undefined {
  const zone = instant.endsWith('+00') ? '+00' : '+00:00'
  const end = instant.length - zone.length
  const isWhole = end === 19 || (instant[19] === '.' && end > 20 && end <= 23)
  if (!instant.endsWith(zone) || !isWhole || instant[4] !== '-') return undefined
  return `${instant.slice(0, 10)}T${instant.slice(11, 19)}.${instant.slice(20, end).padEnd(3, '0')}Z`
}

export const viewInstantOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : viewInstant(instant)
