/*
 * Every published revision: SHA-256 over the canonical JSON of one of the objects below, which are part of the contract
 * (openapi/shared/revisions.md): any change of a property changes every revision. Each is written out, in canonical
 * order, since an additional column of a row would change the hash.
 */
import { hash } from 'node:crypto'
import { toCanonicalJson } from './canonical.ts'
import type {
  AuditObject,
  BoundaryObject,
  CandidateObject,
  CorrectionObject,
  EntryObject,
  HashedCitation,
  HashedReference,
  LoreObject,
  MemoryObject,
  Revision,
  SourceObject,
} from './revision-objects.ts'

export type * from './revision-objects.ts'

/** Lower-case hex of the SHA-256 of the string's UTF-8 bytes, or of the bytes themselves. */
export function computeSha256(content: string | Uint8Array): Revision {
  return hash('sha256', content, 'hex')
}

/** The revision of a documented object. Prefer the functions below, which fix the object's properties. */
export function computeRevision(object: Record<string, unknown>): Revision {
  return computeSha256(toCanonicalJson(object))
}

/** One version of a question with its answer; `previous` links the versions of an answer into a chain. */
export function computeEntryRevision(entry: Omit<EntryObject, 'kind'>): Revision {
  return computeRevision({
    answer: entry.answer,
    artistId: entry.artistId,
    entryId: entry.entryId,
    kind: 'entry',
    previous: entry.previous,
    question: entry.question,
    questionKey: entry.questionKey,
    references: entry.references.map(toReferenceObject),
    sitting: entry.sitting,
    source: entry.source,
    state: entry.state,
  } satisfies EntryObject)
}

/** One stored text of a source. The same text of the same source has the same revision whenever it was read. */
export function computeSourceRevision(source: Omit<SourceObject, 'kind'>): Revision {
  const { artistId, sourceId, text } = source
  return computeRevision({ artistId, kind: 'source', sourceId, text } satisfies SourceObject)
}

/** A boundary as it was saved; a retraction does not change it. */
export function computeBoundaryRevision(boundary: Omit<BoundaryObject, 'kind'>): Revision {
  const { artistId, boundaryId, wording, scope, sitting, questionKey, question } = boundary
  return computeRevision({
    artistId,
    boundaryId,
    kind: 'boundary',
    question,
    questionKey,
    scope,
    sitting,
    wording,
  } satisfies BoundaryObject)
}

/** A statement of the artist about generated text. */
export function computeCorrectionRevision(statement: Omit<CorrectionObject, 'kind'>): Revision {
  const { artistId, correctionId, claim, correction, correctionKind, previous } = statement
  return computeRevision({
    artistId,
    claim,
    correction,
    correctionId,
    correctionKind,
    kind: 'correction',
    previous,
  } satisfies CorrectionObject)
}

/** A discovered candidate in one state of its review. */
export function computeCandidateRevision(candidate: Omit<CandidateObject, 'kind'>): Revision {
  const { artistId, candidateId, url, title, destination, identity, curation, reason, previous } = candidate
  return computeRevision({
    artistId,
    candidateId,
    curation,
    destination,
    identity,
    kind: 'candidate',
    previous,
    reason,
    title,
    url,
  } satisfies CandidateObject)
}

/** One composed Lore text with its citations, in the order of the text. */
export function computeLoreRevision(lore: Omit<LoreObject, 'kind'>): Revision {
  const { artistId, text, citations, previous } = lore
  return computeRevision({
    artistId,
    citations: citations.map(toCitationObject),
    kind: 'lore',
    previous,
    text,
  } satisfies LoreObject)
}

/** The identity of a mandatory-memory snapshot. Both lists are put in the order of their ids here. */
export function computeMemoryRevision(memory: Omit<MemoryObject, 'kind'>): Revision {
  const { latestAnswer } = memory
  return computeRevision({
    artistId: memory.artistId,
    boundaries: sortById(memory.boundaries, 'boundaryId').map(({ boundaryId, revision }) => ({ boundaryId, revision })),
    corrections: sortById(memory.corrections, 'correctionId').map(({ correctionId, revision }) => ({
      correctionId,
      revision,
    })),
    kind: 'memory',
    latestAnswer: latestAnswer && { entryId: latestAnswer.entryId, revision: latestAnswer.revision },
    sitting: memory.sitting,
  } satisfies MemoryObject)
}

/** One link of an artist's audit trail; `details` is hashed whole. */
export function computeAuditHash(event: Omit<AuditObject, 'kind'>): Revision {
  const { artistId, seq, action, subject, revision, actor, at, details, previous } = event
  return computeRevision({
    action,
    actor,
    artistId,
    at,
    details,
    kind: 'audit',
    previous,
    revision,
    seq,
    subject,
  } satisfies AuditObject)
}

function toReferenceObject(reference: HashedReference): HashedReference {
  const { revision, start, end, quote } = reference
  return reference.kind === 'original'
    ? { end, kind: 'original', quote, revision, sourceId: reference.sourceId, start }
    : { end, entryId: reference.entryId, kind: 'answer', quote, revision, start }
}

function toCitationObject(citation: HashedCitation): HashedCitation {
  const { start, end, kind, id, revision, quoteStart, quoteEnd } = citation
  return { end, id, kind, quoteEnd, quoteStart, revision, start }
}

/** Ordered by UTF-16 code units, so that no collation of a database or locale of a machine has a say. */
function sortById<Key extends string, Item extends Record<Key, string>>(items: readonly Item[], key: Key): Item[] {
  return [...items].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0))
}
