import type { Schema } from '#src/contract/document.ts'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { buildRecordSchema, nullable } from '../import/records.ts'
import type { ArtistRow } from './rows.ts'
import { type ArtistTable, type Column, type ColumnType, tableSchemas } from './table-schemas.ts'

/** A line of an export: a row as it was kept, under the name of its table's type. */
export type ExportRecord = { type: `kept:${string}`; artist: string; [field: string]: unknown }

/** The last record of an artist's export: without it the file is truncated. */
export const endRecordType = 'kept:end'

/** What a field of a record may be, by the type of its column. */
const schemas: Readonly<Record<ColumnType, Schema>> = {
  uuid: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
  text: { type: 'string' },
  int4: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  bool: { type: 'boolean' },
  timestamptz: {
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  },
  jsonb: { type: ['object', 'array'] },
  bytea: { type: 'string' },
  user: { type: 'string', minLength: 1 },
}

/** Encodes a row as a record, with fields in column order. */
export function encodeRow<T extends ArtistTable>(table: T, row: ArtistRow<T>): Record<string, unknown> {
  const { type: recordType, columns } = tableSchemas[table]
  const fields = columns.map(({ name, field }) => [field, toField(row[name as keyof ArtistRow<T>])])
  return { type: recordType, ...Object.fromEntries(fields) }
}

/** All binary columns hold UTF-16. */
function toField(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return value instanceof Uint8Array ? fromUtf16(value) : value
}

/** Decodes a field, which its schema has validated, to a parameter of the driver. */
export function decodeField({ type }: Column, field: unknown): unknown {
  if (field === null) return null
  if (type === 'jsonb') return JSON.stringify(field)
  return type === 'bytea' ? toUtf16(String(field)) : field
}

/**
 * JSON Schemas of an export's lines by `type`: exactly the columns. Their values are checked by the tables'
 * constraints.
 */
export function buildExportSchemas(): Record<string, Schema> {
  const rows = Object.values(tableSchemas).map(({ type: recordType, columns }) => {
    const fields = columns.map(({ field, type, isNullable }) => {
      const one = { schema: schemas[type] }
      return [field, isNullable ? nullable(one) : one] as const
    })
    return [recordType, buildRecordSchema(recordType, Object.fromEntries(fields))] as const
  })
  const counted = { artist: { schema: schemas.uuid }, lines: { schema: { type: 'integer', minimum: 1 } } }
  const end = buildRecordSchema(endRecordType, counted)
  return { ...Object.fromEntries(rows), [endRecordType]: end }
}
