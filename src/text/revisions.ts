/*
 * Every published revision: SHA-256 over the canonical JSON of one of the objects below, exactly as
 * openapi/shared/revisions.md documents them: any change of a property changes every revision. Offsets are UTF-16 code
 * units, half-open.
 */
import { hash } from 'node:crypto'
import { toCanonicalJson } from './canonical.ts'

/** 64 lower-case hex digits: `^[a-f0-9]{64}$`. */
export type Revision = string

type HashedQuote = { revision: Revision; start: number; end: number; quote: string }
export type HashedReference =
  | ({ kind: 'original'; sourceId: string } & HashedQuote)
  | ({ kind: 'answer'; entryId: string } & HashedQuote)

export type EntryObject = {
  artistId: string
  entryId: string
  questionKey: string
  question: string
  sitting: number | null
  source: 'interview' | 'followup' | 'onboarding' | 'import'
  references: HashedReference[]
  state: 'offered' | 'answered' | 'skipped'
  answer: string | null
  previous: Revision | null
}

export type SourceObject = { artistId: string; sourceId: string; text: string }

type BoundaryObject = {
  artistId: string
  boundaryId: string
  wording: string
  scope: 'sitting' | 'until_retracted'
  sitting: number
  questionKey: string
  question: string
}

type CorrectionObject = {
  artistId: string
  correctionId: string
  claim: string
  correction: string | null
  correctionKind: string
  previous: Revision | null
}

export type CandidateObject = {
  artistId: string
  candidateId: string
  url: string
  title: string | null
  destination: 'lore' | 'link'
  identity: 'confirmed' | 'unresolved' | 'wrong_artist'
  curation: 'pending' | 'approved' | 'declined' | 'wrong_artist' | 'incorrect'
  reason: string
  previous: Revision | null
}

/**
 * One cited window of a Lore text: the units [start, end) of the text are those at [quoteStart, quoteEnd) of the
 * source (`original`, `id` is a sourceId) or answer (`answer`, `id` is an entryId) in that revision.
 */
export type HashedCitation = {
  start: number
  end: number
  kind: 'original' | 'answer'
  id: string
  revision: Revision
  quoteStart: number
  quoteEnd: number
}

export type LoreObject = { artistId: string; text: string; citations: HashedCitation[]; previous: Revision | null }

export type MemoryObject = {
  artistId: string
  sitting: number
  latestAnswer: { entryId: string; revision: Revision } | null
  corrections: { correctionId: string; revision: Revision }[]
  boundaries: { boundaryId: string; revision: Revision }[]
}

/** `seq` counts an artist's events from 1; `at` is RFC 3339, UTC, milliseconds: `2026-03-01T09:30:00.000Z`. */
export type AuditObject = {
  artistId: string
  seq: number
  action: string
  subject: string
  revision: Revision | null
  actor: string | null
  at: string
  details: Record<string, unknown>
  previous: Revision | null
}

/** Lower-case hex of the SHA-256 of the string's UTF-8 bytes, or of the bytes themselves. */
export const computeSha256 = (content: string | Uint8Array): Revision => hash('sha256', content, 'hex')

/** The revision of a documented object. Prefer the functions below, which fix the object's properties. */
export const computeRevision = (object: Record<string, unknown>): Revision => computeSha256(toCanonicalJson(object))

/** The object with the properties of this list alone, whatever else it has. */
const pick = (object: object, names: string): Record<string, unknown> =>
  Object.fromEntries(names.split(' ').map((name) => [name, object[name as keyof object]]))

/** The properties that are hashed of each object, besides its kind. */
const properties = {
  entry: 'answer artistId entryId previous question questionKey references sitting source state',
  source: 'artistId sourceId text',
  boundary: 'artistId boundaryId question questionKey scope sitting wording',
  correction: 'artistId claim correction correctionId correctionKind previous',
  candidate: 'artistId candidateId curation destination identity previous reason title url',
  lore: 'artistId citations previous text',
  memory: 'artistId boundaries corrections latestAnswer sitting',
  audit: 'action actor artistId at details previous revision seq subject',
}

export type HashedKind = keyof typeof properties

/** The revision of an object as it stands: an unexpected property of a reference or citation in it is hashed too. */
export const computeRevisionOf = (kind: HashedKind, object: object): Revision =>
  computeRevision({ ...pick(object, properties[kind]), kind })

const referenceProperties = {
  original: 'end kind quote revision sourceId start',
  answer: 'end entryId kind quote revision start',
}
const citationProperties = 'end id kind quoteEnd quoteStart revision start'

/** One version of a question with its answer; `previous` links the versions of an answer into a chain. */
export const computeEntryRevision = (entry: EntryObject): Revision => {
  const references = entry.references.map((reference) => pick(reference, referenceProperties[reference.kind]))
  return computeRevisionOf('entry', { ...entry, references })
}

/** One stored text of a source. The same text of the same source has the same revision whenever it was read. */
export const computeSourceRevision = (source: SourceObject): Revision => computeRevisionOf('source', source)

/** A boundary as it was saved; a retraction does not change it. */
export const computeBoundaryRevision = (boundary: BoundaryObject): Revision => computeRevisionOf('boundary', boundary)

/** A statement of the artist about generated text. */
export const computeCorrectionRevision = (statement: CorrectionObject): Revision =>
  computeRevisionOf('correction', statement)

/** A discovered candidate in one state of its review. */
export const computeCandidateRevision = (candidate: CandidateObject): Revision =>
  computeRevisionOf('candidate', candidate)

/** One composed Lore text with its citations, in the order of the text. */
export const computeLoreRevision = (lore: LoreObject): Revision =>
  computeRevisionOf('lore', {
    ...lore,
    citations: lore.citations.map((citation) => pick(citation, citationProperties)),
  })

/** The identity of a mandatory-memory snapshot. Both lists are put in the order of their ids here. */
export const computeMemoryRevision = (memory: MemoryObject): Revision =>
  computeRevisionOf('memory', {
    ...memory,
    latestAnswer: memory.latestAnswer && pick(memory.latestAnswer, 'entryId revision'),
    corrections: sortById(memory.corrections, 'correctionId'),
    boundaries: sortById(memory.boundaries, 'boundaryId'),
  })

/** Ordered by UTF-16 code units, so that no collation of a database or locale of a machine has a say. */
const sortById = (items: readonly { revision: Revision }[], id: string) =>
  items.map((item) => pick(item, `${id} revision`)).sort((a, b) => (String(a[id]) < String(b[id]) ? -1 : 1))

/** One link of an artist's audit trail; `details` is hashed whole. */
export const computeAuditHash = (event: AuditObject): Revision => computeRevisionOf('audit', event)
