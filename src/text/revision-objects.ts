/*
 * The objects that revisions are computed over, exactly as openapi/shared/revisions.md documents them. Offsets are
 * UTF-16 code units, half-open. The names begin with `Hashed` or end in `Object` to keep them apart from the
 * contract's own schemas, which show more than is hashed.
 */

/** 64 lower-case hex digits: `^[a-f0-9]{64}$`. */
export type Revision = string

export type HashedReference =
  | { kind: 'original'; sourceId: string; revision: Revision; start: number; end: number; quote: string }
  | { kind: 'answer'; entryId: string; revision: Revision; start: number; end: number; quote: string }

export type EntryObject = {
  kind: 'entry'
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

export type SourceObject = { kind: 'source'; artistId: string; sourceId: string; text: string }

export type BoundaryObject = {
  kind: 'boundary'
  artistId: string
  boundaryId: string
  wording: string
  scope: 'sitting' | 'until_retracted'
  sitting: number
  questionKey: string
  question: string
}

export type CorrectionObject = {
  kind: 'correction'
  artistId: string
  correctionId: string
  claim: string
  correction: string | null
  correctionKind: string
  previous: Revision | null
}

export type CandidateObject = {
  kind: 'candidate'
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

export type LoreObject = {
  kind: 'lore'
  artistId: string
  text: string
  citations: HashedCitation[]
  previous: Revision | null
}

export type MemoryObject = {
  kind: 'memory'
  artistId: string
  sitting: number
  latestAnswer: { entryId: string; revision: Revision } | null
  corrections: { correctionId: string; revision: Revision }[]
  boundaries: { boundaryId: string; revision: Revision }[]
}

/** `seq` counts an artist's events from 1; `at` is RFC 3339, UTC, milliseconds: `2026-03-01T09:30:00.000Z`. */
export type AuditObject = {
  kind: 'audit'
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
