import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import type { ArtistRow } from './rows.ts'
import type { ArtistTable, Column, TableSchema } from './table-schemas.ts'

/** A line of an export: a row as it was kept, under the name of its table's type. */
export type ExportRecord = { type: `kept:${string}`; artist: string; [field: string]: unknown }

/** Encodes a row as a record, with fields in column order. */
export function encodeRow<T extends ArtistTable>(
  { type, columns }: TableSchema & { table: T },
  row: ArtistRow<T>,
): Record<string, unknown> {
  const fields = columns.map(
    (column) => [column.field, encodeField(column, row[column.name as keyof ArtistRow<T>])] as const,
  )
  return { type, ...Object.fromEntries(fields) }
}

function encodeField({ kind }: Column, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return kind === 'utf16' && Buffer.isBuffer(value) ? fromUtf16(value) : value
}

/** Decodes a field to a parameter of the driver. */
export function decodeField({ kind }: Column, value: unknown): unknown {
  if (value === null) return null
  if (kind === 'json') return JSON.stringify(value)
  return kind === 'utf16' && typeof value === 'string' ? toUtf16(value) : value
}
