import type { Schema } from '#src/contract/document.ts'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { buildRecordSchema } from '../import/records.ts'
import type { ArtistRow } from './rows.ts'
import { type ArtistTable, type Column, getOwnerColumn, tableSchemas } from './table-schemas.ts'

/** A line of an export: a row as it was kept, under the name of its table's type. */
export type ExportRecord = { type: `kept:${string}`; artist: string; [field: string]: unknown }

/** The last record of an artist's export: without it the file is truncated. */
export const endRecordType = 'kept:end'

/** Encodes a row as a record, with fields in column order. */
export function encodeRow<T extends ArtistTable>(table: T, row: ArtistRow<T>): Record<string, unknown> {
  const { type: recordType, columns } = tableSchemas[table]
  const fields = columns.map(({ name, field }) => [field, toField(row[name as keyof ArtistRow<T>])])
  return { type: recordType, ...Object.fromEntries(fields) }
}

/** All binary columns hold UTF-16. An instant that a Date cannot hold is null, which is not what a file has of it. */
function toField(value: unknown): unknown {
  if (value instanceof Date) return value.toJSON()
  return value instanceof Uint8Array ? fromUtf16(value) : value
}

/** Decodes a field to a parameter of the driver. */
export function decodeField({ type }: Column, field: unknown): unknown {
  if (field === null) return null
  if (type === 'jsonb') return JSON.stringify(field)
  return type === 'bytea' ? toUtf16(String(field)) : field
}

const artistSchema: Schema = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }

/**
 * JSON Schemas of an export's lines by `type`: an artist and exactly the columns, of which the tables say what they may
 * hold.
 */
export function buildExportSchemas(): Record<string, Schema> {
  const rows = Object.values(tableSchemas).map(({ table, type: recordType, columns }) => {
    const fields = columns.map(({ name, field, type }) => {
      const schema = name === getOwnerColumn(table) ? artistSchema : type === 'bytea' ? { type: 'string' } : {}
      return [field, { schema }] as const
    })
    return [recordType, buildRecordSchema(recordType, Object.fromEntries(fields))] as const
  })
  const end = buildRecordSchema(endRecordType, { artist: { schema: artistSchema }, lines: { schema: {} } })
  return { ...Object.fromEntries(rows), [endRecordType]: end }
}
