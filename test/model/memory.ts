import type { BoundaryScope } from '#src/contract/types.gen.ts'
import { computeBoundaryRevision } from '#src/text/revisions.ts'
import {
  type ArtistModel,
  type Boundary,
  computeSnapshotId,
  findActiveSession,
  findLatestSitting,
  findNewestAnswer,
  listBoundariesInForce,
  listCorrections,
} from './artist.ts'
import { sortByOffer } from './responses.ts'
import { type Learn, refuseWith, type Verdict } from './verdict.ts'

type SentBoundary = { requestId: string; questionKey: string; wording: string; scope: BoundaryScope }

export function saveBoundary(artist: ArtistModel, sent: SentBoundary, learn: Learn): Verdict {
  const again = artist.boundaries.find(({ requestId }) => requestId === sent.requestId)
  if (again !== undefined) {
    const isSame =
      again.questionKey === sent.questionKey && again.wording === sent.wording && again.scope === sent.scope
    return isSame ? { body: { status: 'ok', boundary: viewBoundary(again) } } : refuseWith('request_conflict')
  }
  const entry = artist.entries.find(({ questionKey }) => questionKey === sent.questionKey)
  if (entry === undefined) return refuseWith('not_found')
  const content = {
    id: learn.id('boundary.id'),
    requestId: sent.requestId,
    wording: sent.wording,
    scope: sent.scope,
    sitting: Math.max(1, findLatestSitting(artist)),
    questionKey: entry.questionKey,
    question: entry.question,
  }
  const revision = computeBoundaryRevision({ artistId: artist.id, boundaryId: content.id, ...content })
  const createdAt = learn.instant('boundary.createdAt')
  const boundary: Boundary = { ...content, revision, createdAt, retractedAt: null }
  artist.boundaries.push(boundary)
  return { body: { status: 'ok', boundary: viewBoundary(boundary) } }
}

export function retract(artist: ArtistModel, sent: { boundaryId: string; revision: string }, learn: Learn): Verdict {
  const boundary = artist.boundaries.find(({ id }) => id === sent.boundaryId)
  if (boundary === undefined) return refuseWith('not_found')
  if (boundary.revision !== sent.revision) return refuseWith('revision_changed')
  boundary.retractedAt ??= learn.instant('boundary.retractedAt')
  return { body: { status: 'ok', boundary: viewBoundary(boundary) } }
}

export const viewBoundaries = (artist: ArtistModel, sitting: number) =>
  listBoundariesInForce(artist, sitting).map(viewBoundary)

/** Whether a sitting's memory may be read: of the latest known sitting, of the next, or of the active one. */
export const mayRead = (artist: ArtistModel, sitting: number): boolean =>
  [findLatestSitting(artist), findLatestSitting(artist) + 1, findActiveSession(artist)?.sitting].includes(sitting)

/** Everything an interviewer must have read before asking in a sitting. */
export function viewMemory(artist: ArtistModel, sitting: number) {
  const latest = findNewestAnswer(artist)
  const answers = latest === undefined ? [] : [latest]
  const entries = [
    ...answers.map((entry) => ({
      entryId: entry.id,
      revision: entry.revision,
      kind: 'latest_answer',
      metadata: {
        questionKey: entry.questionKey,
        source: entry.source,
        sitting: entry.sitting,
        savedAt: entry.updatedAt,
      },
      texts: { question: entry.question, answer: entry.answer },
    })),
    ...listCorrections(artist).map(({ id, revision, kind, updatedAt, claim, correction }) => ({
      entryId: id,
      revision,
      kind: 'correction',
      metadata: { correctionKind: kind, savedAt: updatedAt },
      texts: { claim, correction },
    })),
    ...listBoundariesInForce(artist, sitting).map((boundary) => ({
      entryId: boundary.id,
      revision: boundary.revision,
      kind: 'boundary',
      metadata: {
        scope: boundary.scope,
        sitting: boundary.sitting,
        questionKey: boundary.questionKey,
        savedAt: boundary.createdAt,
      },
      texts: { question: boundary.question, wording: boundary.wording },
    })),
  ]
  return {
    snapshotId: computeSnapshotId(artist, sitting),
    latestAnswer: latest === undefined ? null : { entryId: latest.id, revision: latest.revision },
    totalEntries: entries.length,
    entries,
  }
}

/** Every correction and question, each kind the newest first. Corrections belong to no sitting. */
export function viewHistory(artist: ArtistModel, kind: 'all' | 'answers' | 'corrections', sitting: number | undefined) {
  const corrections = listCorrections(artist)
    .reverse()
    .map(({ id, revision, kind: correctionKind, claim, correction }) => ({
      entryId: id,
      revision,
      kind: 'correction',
      questionKey: null,
      answerState: null,
      sitting: null,
      offeredAt: null,
      answerUpdatedAt: null,
      source: null,
      correctionKind,
      references: [],
      texts: { claim, correction },
    }))
  const questions = sortByOffer(artist.entries)
    .filter((entry) => sitting === undefined || entry.sitting === sitting)
    .map((entry) => ({
      entryId: entry.id,
      revision: entry.revision,
      kind: 'answer',
      questionKey: entry.questionKey,
      answerState: entry.state,
      sitting: entry.sitting,
      offeredAt: entry.offeredAt,
      answerUpdatedAt: entry.updatedAt,
      source: entry.source,
      correctionKind: null,
      references: entry.references,
      texts: { question: entry.question, answer: entry.answer },
    }))
  return [...(kind === 'answers' ? [] : corrections), ...(kind === 'corrections' ? [] : questions)]
}

/** The fields about the memory on each page of the history. */
export function viewHistoryHead(artist: ArtistModel) {
  const latest = findNewestAnswer(artist)
  return {
    boundaryState: listBoundariesInForce(artist, findLatestSitting(artist)).length > 0 ? 'active' : 'none',
    latestAnswer: latest === undefined ? null : { entryId: latest.id, revision: latest.revision },
  }
}

const viewBoundary = ({ requestId: _, ...boundary }: Boundary) => boundary
