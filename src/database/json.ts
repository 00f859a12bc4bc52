import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }

/**
 * A `jsonb` column. It is written as JSON text, made where the value is known: the driver would send an array as an SQL
 * array and a string as if it were JSON already.
 */
export type JsonColumn = ColumnType<JsonValue, string, string>
