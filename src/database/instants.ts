/** An instant as a column gives it, or as it stands inside a JSON aggregate. */
export type Instant = Date | string

/** RFC 3339 in UTC with milliseconds, also where a JSON aggregate wrote fewer digits. */
export const viewInstant = (instant: Instant): string => new Date(instant).toISOString()

export const viewInstantOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : viewInstant(instant)
