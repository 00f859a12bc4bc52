import type { DiscoveryDecision } from '#src/contract/types.gen.ts'
import { computeCandidateRevision, computeCorrectionRevision, computeSourceRevision } from '#src/text/revisions.ts'
import type { ArtistModel } from '../../model/artist.ts'
import { type Learn, refuseWith, type Verdict } from '../../model/verdict.ts'

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

type Statement = { id: string; claim: string; correction: string | null }

/** A correction of an import: new, changed, or known already. */
export function correct({ artist }: Model, { id, claim, correction }: Statement, learn: Learn): Verdict {
  const current = artist.corrections.find((one) => one.id === id)
  if (current?.claim === claim && current.correction === correction) return { body: 'unchanged' }
  const at = learn.instant('correction')
  const previous = current?.revision ?? null
  const statement = { claim, correction, correctionKind: 'factual', previous }
  const revision = computeCorrectionRevision({ artistId: artist.id, correctionId: id, ...statement })
  const changed = {
    id,
    claim,
    correction,
    kind: 'factual',
    revision,
    createdAt: current?.createdAt ?? at,
    updatedAt: at,
  }
  artist.corrections = [...artist.corrections.filter((one) => one.id !== id), changed]
  return { body: current === undefined ? 'added' : 'changed' }
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
  const revision = computeSourceRevision({ artistId: artist.id, sourceId: source.sourceId, text })
  source.citable = approved
  source.texts = [...source.texts.filter((one) => one.revision !== revision), { revision, text }]
  return { body: 'changed' }
}
