/*
 * Every revision the service publishes: SHA-256 over the canonical JSON of one of the objects below. The objects are
 * part of the contract (openapi/shared/revisions.md): a property added, dropped or renamed here changes every revision.
 *
 * Each function writes its object out property by property instead of hashing what it is given: a database row that
 * carries one column more would otherwise hash to something that nobody outside can recompute. They are written in the canonical order, in
 * which they are hashed soonest.
 */
import { hash } from 'node:crypto'
import { canonicalJson } from './canonical.ts'
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
export function sha256Hex(content: string | Uint8Array): Revision {
  return hash('sha256', content, 'hex')
}

/** The revision of a documented object as it stands. Prefer the functions below, which fix the object's properties. */
export function revisionOf(object: Record<string, unknown>): Revision {
  return sha256Hex(canonicalJson(object))
}

/** One version of a question with its answer; `previous` links the versions of an answer into a chain. */
export function revisionOfEntry(entry: Omit<EntryObject, 'kind'>): Revision {
  return revisionOf({
    answer: entry.answer,
    artistId: entry.artistId,
    entryId: entry.entryId,
    kind: 'entry',
    previous: entry.previous,
    question: entry.question,
    questionKey: entry.questionKey,
    references: entry.references.map(referenceObject),
    sitting: entry.sitting,
    source: entry.source,
    state: entry.state,
  } satisfies EntryObject)
}

/** One stored text of a source. The same text of the same source has the same revision whenever it was read. */
export function revisionOfSource(source: Omit<SourceObject, 'kind'>): Revision {
  const { artistId, sourceId, text } = source
  return revisionOf({ artistId, kind: 'source', sourceId, text } satisfies SourceObject)
}

/** A boundary as it was saved; a retraction does not change it. */
export function revisionOfBoundary(boundary: Omit<BoundaryObject, 'kind'>): Revision {
  const { artistId, boundaryId, wording, scope, sitting, questionKey, question } = boundary
  return revisionOf({
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
export function revisionOfCorrection(statement: Omit<CorrectionObject, 'kind'>): Revision {
  const { artistId, correctionId, claim, correction, correctionKind, previous } = statement
  return revisionOf({
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
export function revisionOfCandidate(candidate: Omit<CandidateObject, 'kind'>): Revision {
  const { artistId, candidateId, url, title, destination, identity, curation, reason, previous } = candidate
  return revisionOf({
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
export function revisionOfLore(lore: Omit<LoreObject, 'kind'>): Revision {
  const { artistId, text, citations, previous } = lore
  return revisionOf({
    artistId,
    citations: citations.map(citationObject),
    kind: 'lore',
    previous,
    text,
  } satisfies LoreObject)
}

/** The identity of a mandatory-memory snapshot. Both lists are put in the order of their ids here. */
export function revisionOfMemory(memory: Omit<MemoryObject, 'kind'>): Revision {
  const { latestAnswer } = memory
  return revisionOf({
    artistId: memory.artistId,
    boundaries: byId(memory.boundaries, 'boundaryId').map(({ boundaryId, revision }) => ({ boundaryId, revision })),
    corrections: byId(memory.corrections, 'correctionId').map(({ correctionId, revision }) => ({
      correctionId,
      revision,
    })),
    kind: 'memory',
    latestAnswer: latestAnswer && { entryId: latestAnswer.entryId, revision: latestAnswer.revision },
    sitting: memory.sitting,
  } satisfies MemoryObject)
}

/** One link of an artist's audit trail; `details` is hashed whole. */
export function revisionOfAudit(event: Omit<AuditObject, 'kind'>): Revision {
  const { artistId, seq, action, subject, revision, actor, at, details, previous } = event
  return revisionOf({
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

function referenceObject(reference: HashedReference): HashedReference {
  const { revision, start, end, quote } = reference
  return reference.kind === 'original'
    ? { end, kind: 'original', quote, revision, sourceId: reference.sourceId, start }
    : { end, entryId: reference.entryId, kind: 'answer', quote, revision, start }
}

function citationObject(citation: HashedCitation): HashedCitation {
  const { start, end, kind, id, revision, quoteStart, quoteEnd } = citation
  return { end, id, kind, quoteEnd, quoteStart, revision, start }
}

/** Ordered by UTF-16 code units, so that no collation of a database or locale of a machine has a say. */
function byId<Key extends string, Item extends Record<Key, string>>(items: readonly Item[], key: Key): Item[] {
  return [...items].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0))
}
