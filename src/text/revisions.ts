/*
 * Every published revision: SHA-256 over the canonical JSON of one of the objects below, which are part of the contract
 * (openapi/shared/revisions.md): any change of a property changes every revision. Only the listed properties are hashed,
 * whatever else an object has.
 */
import { hash } from 'node:crypto'
import { toCanonicalJson } from './canonical.ts'
import type {
  AuditObject,
  BoundaryObject,
  CandidateObject,
  CorrectionObject,
  EntryObject,
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

/** The properties of each object in canonical order, that of their UTF-16 code units. */
const properties = {
  entry: [
    ...(['answer', 'artistId', 'entryId', 'kind', 'previous', 'question', 'questionKey'] as const),
    ...(['references', 'sitting', 'source', 'state'] as const),
  ],
  source: ['artistId', 'kind', 'sourceId', 'text'],
  boundary: ['artistId', 'boundaryId', 'kind', 'question', 'questionKey', 'scope', 'sitting', 'wording'],
  correction: ['artistId', 'claim', 'correction', 'correctionId', 'correctionKind', 'kind', 'previous'],
  candidate: [
    ...(['artistId', 'candidateId', 'curation', 'destination', 'identity', 'kind'] as const),
    ...(['previous', 'reason', 'title', 'url'] as const),
  ],
  lore: ['artistId', 'citations', 'kind', 'previous', 'text'],
  memory: ['artistId', 'boundaries', 'corrections', 'kind', 'latestAnswer', 'sitting'],
  audit: ['action', 'actor', 'artistId', 'at', 'details', 'kind', 'previous', 'revision', 'seq', 'subject'],
} as const satisfies { [Object in HashedObject as Object['kind']]: readonly (keyof Object)[] }

const originalReference = ['end', 'kind', 'quote', 'revision', 'sourceId', 'start'] as const
const answerReference = ['end', 'entryId', 'kind', 'quote', 'revision', 'start'] as const
const citation = ['end', 'id', 'kind', 'quoteEnd', 'quoteStart', 'revision', 'start'] as const

type HashedObject =
  | EntryObject
  | SourceObject
  | BoundaryObject
  | CorrectionObject
  | CandidateObject
  | LoreObject
  | MemoryObject
  | AuditObject

/** The object with these properties alone, in their order. */
const pick = <Source extends object, Name extends keyof Source>(source: Source, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>

const computeRevisionOf = <Object extends HashedObject>(object: Object): Revision =>
  computeRevision(pick(object, properties[object.kind] as readonly (keyof Object)[]))

/** One version of a question with its answer; `previous` links the versions of an answer into a chain. */
export const computeEntryRevision = (entry: Omit<EntryObject, 'kind'>): Revision =>
  computeRevisionOf({
    ...entry,
    kind: 'entry',
    references: entry.references.map((reference) =>
      reference.kind === 'original' ? pick(reference, originalReference) : pick(reference, answerReference),
    ),
  })

/** One stored text of a source. The same text of the same source has the same revision whenever it was read. */
export const computeSourceRevision = (source: Omit<SourceObject, 'kind'>): Revision =>
  computeRevisionOf({ ...source, kind: 'source' })

/** A boundary as it was saved; a retraction does not change it. */
export const computeBoundaryRevision = (boundary: Omit<BoundaryObject, 'kind'>): Revision =>
  computeRevisionOf({ ...boundary, kind: 'boundary' })

/** A statement of the artist about generated text. */
export const computeCorrectionRevision = (statement: Omit<CorrectionObject, 'kind'>): Revision =>
  computeRevisionOf({ ...statement, kind: 'correction' })

/** A discovered candidate in one state of its review. */
export const computeCandidateRevision = (candidate: Omit<CandidateObject, 'kind'>): Revision =>
  computeRevisionOf({ ...candidate, kind: 'candidate' })

/** One composed Lore text with its citations, in the order of the text. */
export const computeLoreRevision = (lore: Omit<LoreObject, 'kind'>): Revision =>
  computeRevisionOf({
    ...lore,
    kind: 'lore',
    citations: lore.citations.map((one) => pick(one, citation)),
  })

/** The identity of a mandatory-memory snapshot. Both lists are put in the order of their ids here. */
export const computeMemoryRevision = (memory: Omit<MemoryObject, 'kind'>): Revision =>
  computeRevisionOf({
    ...memory,
    kind: 'memory',
    latestAnswer: memory.latestAnswer && pickRevision(memory.latestAnswer, 'entryId'),
    corrections: sortById(memory.corrections, 'correctionId'),
    boundaries: sortById(memory.boundaries, 'boundaryId'),
  })

/** One link of an artist's audit trail; `details` is hashed whole. */
export const computeAuditHash = (event: Omit<AuditObject, 'kind'>): Revision =>
  computeRevisionOf({ ...event, kind: 'audit' })

const pickRevision = <Key extends string, Item extends Record<Key | 'revision', string>>(item: Item, key: Key) =>
  pick<Item, Key | 'revision'>(item, [key, 'revision'])

/** Ordered by UTF-16 code units, so that no collation of a database or locale of a machine has a say. */
const sortById = <Key extends string, Item extends Record<Key | 'revision', string>>(
  items: readonly Item[],
  key: Key,
) => items.map((item) => pickRevision(item, key)).sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0))
