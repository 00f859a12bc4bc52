import type { Schema } from '#src/contract/document.ts'
import { type RecordField, recordFields } from './records.ts'

/** A closed object of a record's fields; `more` has schemas of optional properties that are no fields of it. */
function buildRecordSchema(
  type: string,
  fields: Readonly<Record<string, RecordField<unknown>>>,
  more: Record<string, Schema> = {},
): Schema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', ...entries.filter(([, { absent }]) => absent === undefined).map(([name]) => name)],
    properties: {
      type: { const: type },
      ...Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      ...more,
    },
  }
}

const { channel, ...sourceFields } = recordFields.source

/** `text` and `textFile` exclude each other, which is checked when the text is read. */
const buildSource = (kind: string, fields: object): Schema =>
  buildRecordSchema(
    'source',
    { ...sourceFields, kind: { schema: { const: kind } }, ...fields },
    { text: { type: 'string' }, textFile: { type: 'string', minLength: 1, maxLength: 1000 } },
  )

/** JSON Schemas of an import file's lines by `type`. */
export const recordSchemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(Object.entries(recordFields).map(([type, fields]) => [type, buildRecordSchema(type, fields)])),
  source: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind' },
    oneOf: [buildSource('vault', {}), buildSource('social', { channel: { schema: channel.schema } })],
  },
}
