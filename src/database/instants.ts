import type { Selectable, ShallowDehydrateObject } from 'kysely'

/** An instant as a column gives it, or as a text of PostgreSQL: inside a JSON aggregate. */
export type Instant = Date | string

/** RFC 3339 in UTC with milliseconds. */
export const viewInstant = (instant: Instant): string => new Date(instant).toISOString()

export const viewInstantOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : viewInstant(instant)

/** A row of a table as a JSON aggregate gives it: its instants are texts of PostgreSQL. */
export type AggregatedRow<Table> = ShallowDehydrateObject<Selectable<Table>>
