/**
 * Records of an import in complete form: ids in lower case, instants in UTC with milliseconds, null for what was
 * omitted, `textFile` replaced by its text. So equal contents are equal records, however the file wrote them.
 */
import type {
  DiscoveryCuration,
  DiscoveryIdentity,
  EvidenceKind,
  EvidenceSpeaker,
  ResponseSource,
} from '#src/contract/types.gen.ts'

export type ArtistRecord = { type: 'artist'; id: string; name: string; bio: string | null }

export type UserRecord = { type: 'user'; subject: string; admin: boolean | null }

export type ClaimRecord = { type: 'claim'; artist: string; subject: string; state: 'approved' | 'pending' }

export type SourceRecord = {
  type: 'source'
  id: string
  artist: string
  kind: 'vault' | 'social'
  channel: 'caption' | 'transcript' | null
  title: string | null
  url: string | null
  publishedAt: string | null
  publisher: string | null
  approved: boolean
  private: boolean
  text: string
}

export type DiscoveryRecord = {
  type: 'discovery'
  id: string
  artist: string
  url: string
  title: string | null
  text: string
  curation: DiscoveryCuration
  identity: DiscoveryIdentity
  evidenceKind: EvidenceKind | null
  speaker: EvidenceSpeaker | null
}

export type CorrectionRecord = {
  type: 'correction'
  id: string
  artist: string
  claim: string
  correction: string | null
  kind: string
}

export type LegacyOfferRecord = {
  type: 'legacyOffer'
  id: string
  artist: string
  question: string
  offeredAt: string
}

export type ResponseRecord = {
  type: 'response'
  id: string
  artist: string
  question: string
  answer: string
  sitting: number | null
  offeredAt: string | null
  source: ResponseSource
}

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

/** The same within the artist; a legacy offer and a response with one id are the same entry. */
export function getAuditSubject(record: ArtistOwnedRecord): string {
  switch (record.type) {
    case 'artist':
      return `artist:${record.id}`
    case 'claim':
      return `claim:${record.subject}`
    case 'source':
      return buildSourceId(record)
    case 'discovery':
      return `candidate:${record.id}`
    case 'correction':
      return `correction:${record.id}`
    case 'legacyOffer':
    case 'response':
      return `entry:${record.id}`
  }
}
