/**
 * JSON Schemas of an import file's lines by `type` (operations, section 10). Fields of the contract use its schemas:
 * `#/components/…` points into the bundled document.
 */
import type { Schema } from '#src/contract/document.ts'

const contract = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const text = (maxLength: number): Schema => ({ type: 'string', minLength: 1, maxLength })
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] })
const flag: Schema = { type: 'boolean' }

const uuid = contract('Uuid')
const instant = contract('Instant')
/** Limit of the `users` column; the subject claim of access tokens. */
const subject = text(300)

type Fields = Record<string, Schema>

/** A closed object; a field whose name ends in `?` is optional, and none is nullable unless its schema says so. */
function buildRecordSchema(type: string, fields: Fields): Schema {
  const properties = Object.entries({ type: { const: type }, ...fields })
  return {
    type: 'object',
    additionalProperties: false,
    required: properties.map(([name]) => name).filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(properties.map(([name, schema]) => [name.replace('?', ''), schema])),
  }
}

/** `text` and `textFile` exclude each other, which is checked when the text is read. */
const source = (kind: string, more: Fields): Schema =>
  buildRecordSchema('source', {
    id: uuid,
    artist: uuid,
    kind: { const: kind },
    ...more,
    'title?': text(2000),
    'url?': contract('HttpUrl'),
    'publishedAt?': contract('PublicationDate'),
    'publisher?': text(300),
    approved: flag,
    'private?': flag,
    'text?': { type: 'string' },
    'textFile?': text(1000),
  })

export const recordSchemas: Readonly<Record<string, Schema>> = {
  artist: buildRecordSchema('artist', { id: uuid, name: text(300), 'bio?': text(20_000) }),
  user: buildRecordSchema('user', { subject, 'admin?': flag }),
  claim: buildRecordSchema('claim', { artist: uuid, subject, state: { enum: ['approved', 'pending'] } }),
  source: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind' },
    oneOf: [source('vault', {}), source('social', { channel: { enum: ['caption', 'transcript'] } })],
  },
  discovery: buildRecordSchema('discovery', {
    id: uuid,
    artist: uuid,
    url: contract('HttpUrl'),
    'title?': text(300),
    text: { type: 'string' },
    curation: contract('DiscoveryCuration'),
    identity: contract('DiscoveryIdentity'),
    'evidenceKind?': contract('EvidenceKind'),
    'speaker?': contract('EvidenceSpeaker'),
  }),
  correction: buildRecordSchema('correction', {
    id: uuid,
    artist: uuid,
    claim: text(4000),
    correction: orNull(text(4000)),
    kind: text(100),
  }),
  legacyOffer: buildRecordSchema('legacyOffer', {
    id: uuid,
    artist: uuid,
    question: contract('AskedQuestion'),
    offeredAt: instant,
  }),
  response: buildRecordSchema('response', {
    id: uuid,
    artist: uuid,
    question: contract('AskedQuestion'),
    answer: contract('AnswerText'),
    sitting: orNull({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }),
    offeredAt: orNull(instant),
    source: contract('ResponseSource'),
  }),
}
