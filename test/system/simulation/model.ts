import type { Kysely } from 'kysely'
import { applyRecords } from '#src/admin/import/apply.ts'
import type { ArtistRecord, ImportOutcome, RecordOf } from '#src/admin/import/records.ts'
import type { DiscoveryDecision } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import type { ArtistModel } from '../../model/artist.ts'
import { setText } from '../../model/imports.ts'
import { type Learn, refuseWith, type Verdict } from '../../model/verdict.ts'
import type { ApiReply, Loose } from '../../support/test-context.ts'

/**
 * One artist's records if everything had happened one after the other: the model of test/model, and a discovery beside
 * it.
 */
export type Model = { artist: ArtistModel; candidate: Candidate }

export type Candidate = {
  id: string
  url: string
  title: string
  identity: 'unresolved' | 'confirmed' | 'wrong_artist'
  curation: 'pending' | 'approved' | 'declined' | 'wrong_artist' | 'incorrect'
  reason: string
  revision: string
  evidenceId: string
}

const curations = {
  approve: 'approved',
  decline: 'declined',
  wrong_artist: 'wrong_artist',
  incorrect: 'incorrect',
  reopen: 'pending',
} as const

export function review(
  { artist, candidate }: Model,
  { revision, decision }: { revision: string; decision: DiscoveryDecision },
  learn: Learn,
): Verdict {
  const curation = curations[decision]
  if (candidate.curation !== curation) {
    if (candidate.curation !== 'pending' && decision !== 'reopen') return refuseWith('state_changed')
    if (candidate.revision !== revision) return refuseWith('revision_changed')
    learn.instant('candidate')
    candidate.curation = curation
    if (decision === 'approve') candidate.identity = 'confirmed'
    if (decision === 'wrong_artist') candidate.identity = 'wrong_artist'
    if (decision === 'reopen') candidate.identity = 'unresolved'
    candidate.revision = computeNextRevision(artist.id, candidate, candidate.revision)
  }
  return { body: { status: 'ok', candidate: { ...candidate, platform: null, destination: 'lore' } } }
}

export function computeNextRevision(
  artistId: string,
  candidate: Omit<Candidate, 'revision'>,
  previous: string | null,
): string {
  const { id: candidateId, url, title, identity, curation, reason } = candidate
  const content = { url, title, destination: 'lore' as const, identity, curation, reason, previous }
  return computeCandidateRevision({ artistId, candidateId, ...content })
}

/** The artist's one source of an import; an earlier revision can still be cited while it is approved. */
export function curate(
  { artist }: Model,
  { text, approved }: { text: string; approved: boolean },
  learn: Learn,
): Verdict {
  const [source] = artist.sources
  if (source === undefined) throw new Error('The artist has no source')
  if (source.citable === approved && source.texts.at(-1)?.text === text) return { body: 'unchanged' }
  learn.instant('source')
  source.citable = approved
  setText(artist, source, text)
  return { body: 'changed' }
}

/** What all clients together have learned so far: their next calls are made from it. */
export type SharedState = { known: ArtistModel; candidateRevision: string }

/** Learns from a response. An older response may come in later than a newer one, as it does among clients. */
export function recordAnswer(board: SharedState, { status, body }: ApiReply): void {
  if (status !== 200) return
  const { session, question, response, boundary, candidate, legacyOffers } = body as Loose
  const { known } = board
  if (session) {
    known.sessions = [...known.sessions.filter(({ id }) => id !== session.id), session]
    known.sessions.sort((one, other) => one.sitting - other.sitting)
  }
  for (const one of [...(session?.questions ?? []), ...(legacyOffers ?? []), ...(question ? [question] : [])]) {
    recordEntry(known, one)
  }
  if (response) recordEntry(known, { ...response, state: 'answered' })
  if (boundary) known.boundaries = [...known.boundaries.filter(({ id }) => id !== boundary.id), boundary]
  if (candidate) board.candidateRevision = candidate.revision
}

function recordEntry({ entries, sessions }: ArtistModel, one: Loose): void {
  const { id, state, sitting, revision, answer } = one
  const versions = answer === null ? [] : [{ revision, answer }]
  const entry = entries.find((known) => known.id === id)
  if (entry === undefined) {
    const sessionId = sessions.find((session) => session.sitting === sitting)?.id ?? null
    entries.push({ ...one, sessionId, versions } as ArtistModel['entries'][number])
    return
  }
  if (entry.revision === revision || entry.versions.some((known) => known.revision === revision)) return
  Object.assign(entry, { state, revision, answer, versions: [...entry.versions, ...versions] })
}

/** Imports records, without a file. */
export const importRecords = (db: Kysely<DB>, records: readonly ArtistRecord[]): Promise<ImportOutcome[]> =>
  transact(db, async (trx) => {
    const outcomes: ImportOutcome[] = []
    const numbered = records.map((record, at) => ({ line: at + 1, record }))
    await applyRecords(trx, numbered, (outcome) => void outcomes.push(outcome))
    return outcomes
  })

/** A text of the vault without an address. */
export const buildSourceRecord = (artist: string, id: string, text: string, approved: boolean): RecordOf<'source'> => ({
  type: 'source',
  artist,
  id,
  kind: 'vault',
  channel: null,
  title: 'A source',
  url: null,
  publishedAt: null,
  publisher: null,
  approved,
  private: false,
  text,
})
