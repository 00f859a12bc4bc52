/**
 * JSON Schemas of an import file's lines by `type` (operations, section 10). Fields of the contract use its schemas:
 * `#/components/…` points into the bundled document.
 */
import type { Schema } from '#src/contract/document.ts'

const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const buildText = (maxLength: number): Schema => ({ type: 'string', minLength: 1, maxLength })
const allowNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] })
const flag: Schema = { type: 'boolean' }

const uuid = refer('Uuid')
const instant = refer('Instant')
/** Limit of the `users` column; the subject claim of access tokens. */
const subject = buildText(300)

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
const buildSource = (kind: string, more: Fields): Schema =>
  buildRecordSchema('source', {
    id: uuid,
    artist: uuid,
    kind: { const: kind },
    ...more,
    'title?': buildText(2000),
    'url?': refer('HttpUrl'),
    'publishedAt?': refer('PublicationDate'),
    'publisher?': buildText(300),
    approved: flag,
    'private?': flag,
    'text?': { type: 'string' },
    'textFile?': buildText(1000),
  })

export const recordSchemas: Readonly<Record<string, Schema>> = {
  artist: buildRecordSchema('artist', { id: uuid, name: buildText(300), 'bio?': buildText(20_000) }),
  user: buildRecordSchema('user', { subject, 'admin?': flag }),
  claim: buildRecordSchema('claim', { artist: uuid, subject, state: { enum: ['approved', 'pending'] } }),
  source: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind' },
    oneOf: [buildSource('vault', {}), buildSource('social', { channel: { enum: ['caption', 'transcript'] } })],
  },
  discovery: buildRecordSchema('discovery', {
    id: uuid,
    artist: uuid,
    url: refer('HttpUrl'),
    'title?': buildText(300),
    text: { type: 'string' },
    curation: refer('DiscoveryCuration'),
    identity: refer('DiscoveryIdentity'),
    'evidenceKind?': refer('EvidenceKind'),
    'speaker?': refer('EvidenceSpeaker'),
  }),
  correction: buildRecordSchema('correction', {
    id: uuid,
    artist: uuid,
    claim: buildText(4000),
    correction: allowNull(buildText(4000)),
    kind: buildText(100),
  }),
  legacyOffer: buildRecordSchema('legacyOffer', {
    id: uuid,
    artist: uuid,
    question: refer('AskedQuestion'),
    offeredAt: instant,
  }),
  response: buildRecordSchema('response', {
    id: uuid,
    artist: uuid,
    question: refer('AskedQuestion'),
    answer: refer('AnswerText'),
    sitting: allowNull({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }),
    offeredAt: allowNull(instant),
    source: refer('ResponseSource'),
  }),
}
