/**
 * The records of an import file (operations, section 10), each field once: the schema that its line must have, and the
 * type of the complete record. Fields of the contract use its schemas: `#/components/…` is the bundled document.
 */
import type { Schema } from '#src/contract/document.ts'
import type {
  DiscoveryCuration,
  DiscoveryIdentity,
  EvidenceKind,
  EvidenceSpeaker,
  ResponseSource,
} from '#src/contract/types.gen.ts'
import { isInstant } from '#src/http/pagination/cursor-guards.ts'

export type RecordField<T> = {
  schema: Schema
  /** What the complete record has where a line leaves the field out; undefined for a field that it must have. */
  absent?: T | undefined
  /** The form in which equal values are equal texts; undefined for a value that cannot be stored. */
  toStored?: (value: string) => string | undefined
}

const refer = <T = string>(name: string): RecordField<T> => ({ schema: { $ref: `#/components/schemas/${name}` } })
const text = (maxLength: number): RecordField<string> => ({ schema: { type: 'string', minLength: 1, maxLength } })
const oneOf = <const T extends string>(...names: T[]): RecordField<T> => ({ schema: { enum: names } })
const nullable = <T>(field: RecordField<T>): RecordField<T | null> => ({
  ...(field as RecordField<T | null>),
  schema: { oneOf: [field.schema, { type: 'null' }] },
})
const optional = <T>(field: RecordField<T>): RecordField<T | null> => ({
  ...(field as RecordField<T | null>),
  absent: null,
})

const flag: RecordField<boolean> = { schema: { type: 'boolean' } }
const sitting: RecordField<number> = { schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } }
const uuid: RecordField<string> = { ...refer('Uuid'), toStored: (value) => value.toLowerCase() }
const url = refer('HttpUrl')
/** Limit of the `users` column; the subject claim of access tokens. */
const subject = text(300)

/**
 * The schema permits leap seconds and, by time zone, the years 0 and 10000, which PostgreSQL or ISO form cannot hold.
 */
const instant: RecordField<string> = {
  ...refer('Instant'),
  toStored: (value) => {
    const at = new Date(value)
    const stored = Number.isNaN(at.getTime()) ? undefined : at.toISOString()
    return isInstant(stored) ? stored : undefined
  },
}

export const recordFields = {
  artist: { id: uuid, name: text(300), bio: optional(text(20_000)) },
  user: { subject, admin: optional(flag) },
  claim: { artist: uuid, subject, state: oneOf('approved', 'pending') },
  source: {
    id: uuid,
    artist: uuid,
    kind: oneOf('vault', 'social'),
    channel: optional(oneOf('caption', 'transcript')),
    title: optional(text(2000)),
    url: optional(url),
    publishedAt: optional(refer('PublicationDate')),
    publisher: optional(text(300)),
    approved: flag,
    private: { ...flag, absent: false },
  },
  discovery: {
    id: uuid,
    artist: uuid,
    url,
    title: optional(text(300)),
    text: { schema: { type: 'string' } } as RecordField<string>,
    curation: refer<DiscoveryCuration>('DiscoveryCuration'),
    identity: refer<DiscoveryIdentity>('DiscoveryIdentity'),
    evidenceKind: optional(refer<EvidenceKind>('EvidenceKind')),
    speaker: optional(refer<EvidenceSpeaker>('EvidenceSpeaker')),
  },
  correction: { id: uuid, artist: uuid, claim: text(4000), correction: nullable(text(4000)), kind: text(100) },
  legacyOffer: { id: uuid, artist: uuid, question: refer('AskedQuestion'), offeredAt: instant },
  response: {
    id: uuid,
    artist: uuid,
    question: refer('AskedQuestion'),
    answer: refer('AnswerText'),
    sitting: nullable(sitting),
    offeredAt: nullable(instant),
    source: refer<ResponseSource>('ResponseSource'),
  },
}

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

type Fields = typeof recordFields
export type RecordType = keyof Fields

/**
 * A record in complete form: ids in lower case, instants in UTC with milliseconds, null for what was left out, the text
 * of `textFile` in its place. So equal contents are equal records, however the file wrote them.
 */
type Complete<T extends RecordType> = { type: T } & {
  [K in keyof Fields[T]]: Fields[T][K] extends RecordField<infer V> ? V : never
}

export type ArtistRecord = Complete<'artist'>
export type UserRecord = Complete<'user'>
export type ClaimRecord = Complete<'claim'>
export type SourceRecord = Complete<'source'> & { text: string }
export type DiscoveryRecord = Complete<'discovery'>
export type CorrectionRecord = Complete<'correction'>
export type LegacyOfferRecord = Complete<'legacyOffer'>
export type ResponseRecord = Complete<'response'>

/** Records that belong to an artist, including the artist: every change is an event of the artist's audit trail. */
export type ArtistOwnedRecord =
  | ArtistRecord
  | ClaimRecord
  | SourceRecord
  | DiscoveryRecord
  | CorrectionRecord
  | LegacyOfferRecord
  | ResponseRecord

export type ImportRecord = UserRecord | ArtistOwnedRecord

/** A record with its line number. */
export type NumberedRecord<R extends ImportRecord = ImportRecord> = { line: number; record: R }

/** The outcome of a record. */
export type ImportOutcome = 'added' | 'changed' | 'unchanged'

/** The artist that a record belongs to. */
export const getArtistId = (record: ArtistOwnedRecord): string => (record.type === 'artist' ? record.id : record.artist)

/** The source identity of a record's text. */
export const buildSourceId = (record: SourceRecord | DiscoveryRecord): string => {
  if (record.type === 'discovery') return `discovery:${record.id}`
  return record.channel === null ? `vault:${record.id}` : `social:${record.id}:${record.channel}`
}

/** The identity of the record's object: two records with the same one describe the same object. */
export function getRecordIdentity(record: ImportRecord): string {
  if (record.type === 'user') return `user ${record.subject}`
  return `${getArtistId(record)} ${getAuditSubject(record)}`
}

const subjectPrefixes = { artist: 'artist', discovery: 'candidate', correction: 'correction' } as const

/** The same within the artist; a legacy offer and a response with one id are the same entry. */
export function getAuditSubject(record: ArtistOwnedRecord): string {
  switch (record.type) {
    case 'claim':
      return `claim:${record.subject}`
    case 'source':
      return buildSourceId(record)
    case 'legacyOffer':
    case 'response':
      return `entry:${record.id}`
    default:
      return `${subjectPrefixes[record.type]}:${record.id}`
  }
}
