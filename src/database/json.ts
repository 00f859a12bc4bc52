import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }

/**
 * A `jsonb` column. Its value is serialized to JSON text before it is sent: the driver would send an array as an SQL
 * array and a string as if it were JSON already.
 */
export type JsonColumn<T = JsonValue> = ColumnType<T, string, string>
