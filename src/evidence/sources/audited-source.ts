import type { Insertable, Selectable } from 'kysely'
import type { Sources } from '#src/database/tables.gen.ts'
import { computeRevision, type Revision } from '#src/text/revisions.ts'

/** What decides who may read and cite the text, and when it came: in plain. */
const plainColumns = [
  ...(['kind', 'curation', 'is_private', 'is_upload', 'evidence_kind', 'speaker'] as const),
  ...(['ingested_at', 'removed_at'] as const),
] as const

/**
 * What others say of the text. Their words stay out of the trail, from which nothing can be removed: it has their
 * hash.
 */
const wordColumns = ['title', 'url', 'publisher', 'published_at', 'provider', 'method'] as const

type PlainColumn = (typeof plainColumns)[number]
type SourceFacts = Partial<Insertable<Sources> | Selectable<Sources>>

/**
 * What the event has of a source's row whenever it changes: all that describes the text without being part of it, and
 * so has no revision. `words` is one hash of what others say. `verify` compares the row with the last event. Instants
 * in RFC 3339 with milliseconds.
 */
export type AuditedSource = Readonly<Record<PlainColumn, string | boolean | null> & { words: Revision }>

/** A row as it is stored or about to be: what is left out has the table's default. */
export function toAuditedSource(row: SourceFacts): AuditedSource {
  const plain = Object.fromEntries(plainColumns.map((column) => [column, toPlain(row[column] ?? defaults[column])]))
  const words = Object.fromEntries(wordColumns.map((column) => [column, row[column] ?? null]))
  return { ...(plain as Record<PlainColumn, string | boolean | null>), words: computeRevision(words) }
}

const defaults: Partial<Record<PlainColumn, boolean>> = { is_private: false, is_upload: false }

const toPlain = (value: string | boolean | Date | null | undefined) =>
  value instanceof Date ? value.toISOString() : (value ?? null)

/** What the decision about a candidate leaves of its text: declined for whatever reason, it is no evidence. */
export const chooseTextCuration = (curation: string): 'approved' | 'pending' | 'rejected' =>
  curation === 'approved' || curation === 'pending' ? curation : 'rejected'
