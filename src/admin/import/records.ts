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

const anyText: RecordField<string> = { schema: { type: 'string' } }
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
    // Null for a leap second, which no Date holds.
    const stored = new Date(value).toJSON()
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
    // Here or in a file, which is checked when it is read.
    text: { ...anyText, absent: '' },
    textFile: optional(text(1000)),
  },
  discovery: {
    id: uuid,
    artist: uuid,
    url,
    title: optional(text(300)),
    text: anyText,
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

/** JSON Schemas of an import file's lines by `type`: closed objects. */
export const recordSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(recordFields).map(([type, fields]) => [type, buildRecordSchema(type, fields)]),
)

/** The JSON Schema of a line that has these fields and no others. */
export function buildRecordSchema(type: string, fields: Readonly<Record<string, RecordField<unknown>>>): Schema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', ...entries.filter(([, { absent }]) => absent === undefined).map(([name]) => name)],
    properties: { type: { const: type }, ...Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) },
  }
}

type Fields = typeof recordFields
export type RecordType = keyof Fields

/**
 * A record in complete form: ids in lower case, instants in UTC with milliseconds, null for what was left out, the text
 * of `textFile` in its place. So equal contents are equal records, however the file wrote them.
 */
export type RecordOf<T extends RecordType> = { type: T } & {
  [K in Exclude<keyof Fields[T], 'textFile'>]: Fields[T][K] extends RecordField<infer V> ? V : never
}

/** The types that belong to an artist, including the artist: every change is an event of the artist's audit trail. */
export type ArtistRecordType = Exclude<RecordType, 'user'>

export type ImportRecord = { [T in RecordType]: RecordOf<T> }[RecordType]
export type ArtistRecord = { [T in ArtistRecordType]: RecordOf<T> }[ArtistRecordType]

/** A record with its line number. */
export type ImportLine<R = ImportRecord> = { line: number; record: R }
export type ArtistLine = ImportLine<ArtistRecord>

/** The outcome of a record. */
export type ImportOutcome = 'added' | 'changed' | 'unchanged'

/** The artist that a record belongs to. */
export const getArtistId = (record: ArtistRecord): string => (record.type === 'artist' ? record.id : record.artist)

/** The source identity of a record's text. */
export const buildSourceId = (record: RecordOf<'source'> | RecordOf<'discovery'>): string => {
  if (record.type === 'discovery') return `discovery:${record.id}`
  return record.channel === null ? `vault:${record.id}` : `social:${record.id}:${record.channel}`
}

/** The identity of the record's object: two records with the same one describe the same object. */
export function getRecordIdentity(record: ImportRecord): string {
  if (record.type === 'user') return `user ${record.subject}`
  return `${getArtistId(record)} ${getAuditSubject(record)}`
}

/** A legacy offer and a response with one id are the same entry. */
const subjectPrefixes = {
  ...({ artist: 'artist', discovery: 'candidate', correction: 'correction' } as const),
  ...({ legacyOffer: 'entry', response: 'entry' } as const),
}

/** The same within the artist. */
export function getAuditSubject(record: ArtistRecord): string {
  if (record.type === 'claim') return `claim:${record.subject}`
  return record.type === 'source' ? buildSourceId(record) : `${subjectPrefixes[record.type]}:${record.id}`
}
