import type { Schema } from '#src/contract/document.ts'
import type { Column, ColumnKind, TableSchema } from './table-schemas.ts'

/** The last record of an artist's export: without it the file is truncated. */
export const endRecordType = 'kept:end'

const byKind: Readonly<Record<ColumnKind, Schema>> = {
  uuid: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
  text: { type: 'string' },
  integer: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  flag: { type: 'boolean' },
  instant: { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' },
  json: { type: ['object', 'array'] },
  utf16: { type: 'string' },
  user: { type: 'string', minLength: 1 },
}

/**
 * JSON Schemas of an export's lines by `type`: exactly the columns. Their values are checked by the tables'
 * constraints.
 */
export function buildExportSchemas(shapes: readonly TableSchema[]): Record<string, Schema> {
  const rows = shapes.map(({ type, columns }) => {
    const fields = columns.map((column) => [column.field, buildSchema(column)] as const)
    return [type, closeObject(type, Object.fromEntries(fields))] as const
  })
  const end = closeObject(endRecordType, { artist: byKind.uuid, lines: { type: 'integer', minimum: 1 } })
  return { ...Object.fromEntries(rows), [endRecordType]: end }
}

const buildSchema = ({ kind, nullable }: Column): Schema =>
  nullable ? { oneOf: [byKind[kind], { type: 'null' }] } : byKind[kind]

const closeObject = (type: string, properties: Record<string, Schema>): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: ['type', ...Object.keys(properties)],
  properties: { type: { const: type }, ...properties },
})
