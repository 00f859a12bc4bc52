import type { BoundaryScope, Reference } from '#src/contract/types.gen.ts'
import { computeEntryRevision, computeMemoryRevision } from '#src/text/revisions.ts'

/*
 * What a service that follows the interface would store of one artist, written from the interface and not from the
 * service: plain lists. Identities and instants are the service's choice: they are learned from its first response that
 * shows them and must not change. Revisions are computed.
 */

export type Version = { revision: string; answer: string; savedAt: string | null; note: string | null }

export type Entry = {
  id: string
  questionKey: string
  question: string
  answer: string | null
  state: 'offered' | 'answered' | 'skipped'
  revision: string
  sitting: number | null
  sessionId: string | null
  ordinal: number | null
  offeredAt: string | null
  updatedAt: string | null
  source: 'interview' | 'import' | 'onboarding'
  references: Reference[]
  /** Oldest first; empty until the first answer. */
  versions: Version[]
  /** The rank of its newest wording among all that were ever saved; 0 without an answer. */
  savedAs: number
}

export type Session = {
  id: string
  requestId: string
  sitting: number
  state: 'active' | 'finished'
  createdAt: string
  closedAt: string | null
}

export type Boundary = {
  id: string
  requestId: string
  revision: string
  wording: string
  scope: BoundaryScope
  sitting: number
  questionKey: string
  question: string
  createdAt: string
  retractedAt: string | null
}

export type Correction = {
  id: string
  revision: string
  claim: string
  correction: string | null
  kind: string
  createdAt: string
  updatedAt: string
}

export type Source = {
  sourceId: string
  /** Oldest first; the last is the current one. */
  texts: { revision: string; text: string }[]
  citable: boolean
}

export type ArtistModel = {
  id: string
  claimant: string
  claimed: boolean
  sessions: Session[]
  entries: Entry[]
  boundaries: Boundary[]
  corrections: Correction[]
  sources: Source[]
  saves: number
}

export const newArtist = (id: string, claimant: string): ArtistModel => ({
  id,
  claimant,
  claimed: true,
  sessions: [],
  entries: [],
  boundaries: [],
  corrections: [],
  sources: [],
  saves: 0,
})

export const findActiveSession = ({ sessions }: ArtistModel) => sessions.find(({ state }) => state === 'active')

/** The greatest number of any sitting, held or imported; 0 before the first. */
export const findLatestSitting = ({ sessions, entries }: ArtistModel): number =>
  Math.max(0, ...sessions.map(({ sitting }) => sitting), ...entries.map(({ sitting }) => sitting ?? 0))

export const listQuestions = ({ entries }: ArtistModel, { id }: Session): Entry[] =>
  entries.filter(({ sessionId }) => sessionId === id).sort((one, other) => (one.ordinal ?? 0) - (other.ordinal ?? 0))

/** The open offers that belong to no sitting, the oldest first. */
export const listLegacyOffers = ({ entries }: ArtistModel): Entry[] =>
  entries
    .filter(({ sessionId, state }) => sessionId === null && state === 'offered')
    .sort((one, other) => compare([one.offeredAt ?? '', one.id], [other.offeredAt ?? '', other.id]))

export const listAnswered = ({ entries }: ArtistModel): Entry[] => entries.filter(({ state }) => state === 'answered')

export const findNewestAnswer = (artist: ArtistModel): Entry | undefined =>
  listAnswered(artist).sort((one, other) => other.savedAs - one.savedAs)[0]

/** Those that apply in a sitting, the oldest first. */
export const listBoundariesInForce = ({ boundaries }: ArtistModel, sitting: number): Boundary[] =>
  boundaries
    .filter((one) => one.retractedAt === null && (one.scope === 'until_retracted' || one.sitting === sitting))
    .sort((one, other) => compare([one.createdAt, one.id], [other.createdAt, other.id]))

export const listCorrections = ({ corrections }: ArtistModel): Correction[] =>
  [...corrections].sort((one, other) => compare([one.createdAt, one.id], [other.createdAt, other.id]))

export function computeSnapshotId(artist: ArtistModel, sitting: number): string {
  const latest = findNewestAnswer(artist)
  return computeMemoryRevision({
    artistId: artist.id,
    sitting,
    latestAnswer: latest === undefined ? null : { entryId: latest.id, revision: latest.revision },
    corrections: artist.corrections.map(({ id, revision }) => ({ correctionId: id, revision })),
    boundaries: listBoundariesInForce(artist, sitting).map(({ id, revision }) => ({ boundaryId: id, revision })),
  })
}

/** The revision of an entry that follows `previous`. */
export const computeNextRevision = (
  artist: ArtistModel,
  entry: Omit<Entry, 'revision'>,
  state: Entry['state'],
  answer: string | null,
  previous: string | null,
): string =>
  computeEntryRevision({
    artistId: artist.id,
    entryId: entry.id,
    questionKey: entry.questionKey,
    question: entry.question,
    sitting: entry.sitting,
    source: entry.source,
    references: entry.references,
    state,
    answer,
    previous,
  })

/** Instants and uuids order as their texts do, one key after the other. */
export function compare(one: readonly string[], other: readonly string[]): number {
  for (const [at, key] of one.entries()) {
    const against = other[at] ?? ''
    if (key !== against) return key < against ? -1 : 1
  }
  return 0
}
