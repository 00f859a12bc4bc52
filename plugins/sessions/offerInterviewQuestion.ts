import { sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OfferInput } from '#src/contract/types.gen.ts'
import {
  checkReferences,
  type ReferenceCheck,
  selectResolvedReferences,
  toReferencesParameter,
} from '#src/evidence/references/resolve-references.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { stageOffer } from '#src/records/interview/entries.ts'
import { selectMemoryParts } from '#src/records/memory/memory-queries.ts'
import { computeMemoryRevision, type HashedReference, type Revision } from '#src/text/revisions.ts'
import { type Sitting, selectSitting } from './queries.ts'
import { createSittingFinished } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/**
 * Saves a prepared question if its evidence and the mandatory memory are still as the client read them (interface,
 * section 4.2). For an ordinal that is already saved, returns the saved question before anything else is checked.
 */
export const offerInterviewQuestion: Handler<'offerInterviewQuestion'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId, sessionId } = path
  const references = normalizeReferences(body.references)
  const scope = findForOffer({ caller, artistId, sessionId, referencesJson: toReferencesParameter(references) })
  return changeArtist(db, scope, async (tx, { sitting, resolved, latestAnswer, corrections, boundaries }) => {
    if (sitting === null) throw new Problem('not_found')
    const saved = sitting.questions.find(({ ordinal }) => ordinal === body.ordinal)
    if (saved !== undefined) return { status: 200, body: viewSavedQuestion(saved, sitting.sitting) }

    const memory = { latestAnswer, corrections, boundaries }
    const snapshotId = computeMemoryRevision({ artistId, sitting: sitting.sitting, ...memory })
    const refusal = refusalToOffer(sitting, body, { snapshotId, references: checkReferences(references, resolved) })
    if (refusal !== undefined) throw refusal

    const content = newQuestion(sitting, body, { artist_id: artistId, id: newId(), citations: references })
    const place = { session_id: sitting.id, ordinal: body.ordinal }
    const { offered, write } = stageOffer(tx, content, place, { memorySnapshotId: snapshotId })
    tx.write(write)
    return { status: 200, body: viewSavedQuestion(offered, sitting.sitting) }
  })
}

type ForOffer = { artistId: string; sessionId: string; referencesJson: string }

/** The sitting, the memory of it, and what the references resolve to. */
const findForOffer = prepareRead((db, { artistId, sessionId, referencesJson }: ForOffer) => {
  const sitting = sql<number>`(select s.sitting from interview_sessions s
    where s.artist_id = ${artistId} and s.id = ${sessionId})`
  return [
    selectSitting(db, artistId, sql`s.id = ${sessionId}`).as('sitting'),
    ...selectMemoryParts(db, artistId, sitting),
    selectResolvedReferences(artistId, referencesJson).as('resolved'),
  ]
})

/**
 * Why a new ordinal cannot be saved, by the memory and the references as they were read with the sitting. Missing
 * evidence is checked first, then state, memory and changed evidence (operations, sections 1 and 3).
 */
function refusalToOffer(
  sitting: Sitting,
  offer: OfferInput,
  { snapshotId, references }: { snapshotId: Revision; references: ReferenceCheck },
): Problem | undefined {
  if (references.state === 'missing') return new Problem('not_found', { reason: `references/${references.index}` })
  if (sitting.state !== 'active') return createSittingFinished()
  const closed = sitting.questions.filter(({ state }) => state !== 'offered')
  if (closed.length !== offer.ordinal - 1) {
    const message = `Ordinal ${offer.ordinal} is not the next one; read the sitting again`
    return new Problem('state_changed', { reason: 'ordinal_not_next', message })
  }
  if (snapshotId !== offer.memorySnapshotId) return new Problem('memory_changed')
  if (references.state === 'as_quoted') return undefined
  const reference = `references/${references.index}`
  const message = `${reference}: the cited evidence does not stand as quoted`
  return new Problem('evidence_changed', { reason: `${reference}/${references.cause}`, message })
}

/**
 * The references with lower-case ids, as revisions hash them, and with their fields in the order of `jsonb` (the
 * shorter name first), so that the response of the offer and of a later read are the same text.
 */
const normalizeReferences = (references: OfferInput['references']): HashedReference[] =>
  references.map((reference) => {
    const { end, kind, quote, start, revision } = reference
    return kind === 'original'
      ? { end, kind, quote, start, revision, sourceId: reference.sourceId.toLowerCase() }
      : { end, kind, quote, start, entryId: reference.entryId.toLowerCase(), revision }
  })

/** The question that an offer asks. */
function newQuestion(
  { sitting }: Sitting,
  { question, ordinal }: OfferInput,
  identity: { artist_id: string; id: string; citations: HashedReference[] },
) {
  // Unique within the artist whatever keys imported questions have, because it ends in the question's own id.
  const question_key = `s${sitting}-q${ordinal}-${identity.id}`
  return { ...identity, question_key, question, sitting, source: 'interview' as const }
}
