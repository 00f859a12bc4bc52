/** An instant as a column gives it, or as a text of PostgreSQL: inside a JSON aggregate, or a column cast to text. */
export type Instant = Date | string

/** RFC 3339 in UTC with milliseconds. */
export const viewInstant = (instant: Instant): string => new Date(instant).toISOString()

export const viewInstantOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : viewInstant(instant)
