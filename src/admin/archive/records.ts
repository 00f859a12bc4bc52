import type { Schema } from '#src/contract/document.ts'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { buildRecordSchema, nullable } from '../import/records.ts'
import type { ArtistRow } from './rows.ts'
import { type ArtistTable, type Column, type ColumnType, tableSchemas } from './table-schemas.ts'

/** A line of an export: a row as it was kept, under the name of its table's type. */
export type ExportRecord = { type: `kept:${string}`; artist: string; [field: string]: unknown }

/** The last record of an artist's export: without it the file is truncated. */
export const endRecordType = 'kept:end'

/** How values of a type are written in a record; without functions they are the driver's own. */
type Encoding = {
  schema: Schema
  toField?: (value: never) => unknown
  toParameter?: (field: never) => unknown
}

const encodings: Readonly<Record<ColumnType, Encoding>> = {
  uuid: { schema: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' } },
  text: { schema: { type: 'string' } },
  int4: { schema: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 } },
  bool: { schema: { type: 'boolean' } },
  timestamptz: {
    schema: {
      type: 'string',
      format: 'date-time',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    },
    toField: (at: Date) => at.toISOString(),
  },
  jsonb: { schema: { type: ['object', 'array'] }, toParameter: (value: unknown) => JSON.stringify(value) },
  // All binary columns hold UTF-16.
  bytea: { schema: { type: 'string' }, toField: fromUtf16, toParameter: toUtf16 },
  user: { schema: { type: 'string', minLength: 1 } },
}

/** Encodes a row as a record, with fields in column order. */
export function encodeRow<T extends ArtistTable>(table: T, row: ArtistRow<T>): Record<string, unknown> {
  const { type: recordType, columns } = tableSchemas[table]
  const fields = columns.map(({ name, field, type }) => {
    const value = row[name as keyof ArtistRow<T>]
    return [field, convert(encodings[type].toField, value)] as const
  })
  return { type: recordType, ...Object.fromEntries(fields) }
}

/** Decodes a field, which its schema has validated, to a parameter of the driver. */
export const decodeField = ({ type }: Column, field: unknown): unknown => convert(encodings[type].toParameter, field)

const convert = (to: ((value: never) => unknown) | undefined, value: unknown) =>
  value === null || to === undefined ? value : to(value as never)

/**
 * JSON Schemas of an export's lines by `type`: exactly the columns. Their values are checked by the tables'
 * constraints.
 */
export function buildExportSchemas(): Record<string, Schema> {
  const rows = Object.values(tableSchemas).map(({ type: recordType, columns }) => {
    const fields = columns.map(({ field, type, isNullable }) => {
      return [field, isNullable ? nullable(encodings[type]) : encodings[type]] as const
    })
    return [recordType, buildRecordSchema(recordType, Object.fromEntries(fields))] as const
  })
  const lines = { schema: { type: 'integer', minimum: 1 } }
  const end = buildRecordSchema(endRecordType, { artist: encodings.uuid, lines })
  return { ...Object.fromEntries(rows), [endRecordType]: end }
}
