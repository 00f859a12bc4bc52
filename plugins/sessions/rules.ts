import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { OfferInput } from '#src/contract/types.gen.ts'
import type { ReferenceCheck } from '#src/evidence/references/resolve-references.ts'
import { createOfferedRevision } from '#src/records/interview/entry-revision.ts'
import { sittingMax } from '#src/records/memory/memory-queries.ts'
import type { HashedReference, Revision } from '#src/text/revisions.ts'
import type { QuestionEntry, Sitting } from './queries.ts'

/**
 * Why no sitting can start now; a request that already started one is answered before this is asked (operations,
 * section 3).
 */
export function refusalToStart(artist: {
  activeId: string | null
  legacyOffers: unknown[]
  sittingMax: number
}): ProblemCode | undefined {
  if (artist.activeId !== null) return 'session_active'
  if (artist.legacyOffers.length > 0) return 'state_changed'
  return artist.sittingMax < sittingMax ? undefined : 'limit_exceeded'
}

/** A code with several causes, or about one of several references, has a `reason` for the log and a `message`. */
type Refusal = { code: ProblemCode; reason?: string; message?: string }

const sittingFinished: Refusal = {
  code: 'state_changed',
  reason: 'sitting_finished',
  message: 'The sitting is finished; read it again',
}

/**
 * Why a new ordinal cannot be saved, by the memory and the references as they were read with the sitting. Missing
 * evidence is checked first, then state, memory and changed evidence (operations, sections 1 and 3).
 */
export function refusalToOffer(
  sitting: Sitting,
  offer: OfferInput,
  { snapshotId, references }: { snapshotId: Revision; references: ReferenceCheck },
): Refusal | undefined {
  if (references.state === 'missing') return { code: 'not_found', reason: `references/${references.index}` }
  if (sitting.state !== 'active') return sittingFinished
  const closed = sitting.questions.filter(({ state }) => state !== 'offered')
  if (closed.length !== offer.ordinal - 1) {
    const message = `Ordinal ${offer.ordinal} is not the next one; read the sitting again`
    return { code: 'state_changed', reason: 'ordinal_not_next', message }
  }
  if (snapshotId !== offer.memorySnapshotId) return { code: 'memory_changed' }
  if (references.state === 'as_quoted') return undefined
  const reference = `references/${references.index}`
  const message = `${reference}: the cited evidence does not stand as quoted`
  return { code: 'evidence_changed', reason: `${reference}/${references.cause}`, message }
}

/**
 * The references with lower-case ids, as revisions hash them, and with their fields in the order of `jsonb` (the
 * shorter name first), so that the response of the offer and of a later read are the same text.
 */
export const normalizeReferences = (references: OfferInput['references']): HashedReference[] =>
  references.map((reference) => {
    const { end, kind, quote, start, revision } = reference
    return kind === 'original'
      ? { end, kind, quote, start, revision, sourceId: reference.sourceId.toLowerCase() }
      : { end, kind, quote, start, entryId: reference.entryId.toLowerCase(), revision }
  })

/** The question that an offer asks, with the first link of its chain. */
export function newQuestion(
  { id: session_id, sitting }: Sitting,
  { question, ordinal }: OfferInput,
  { artistId, id, references }: { artistId: string; id: string; references: HashedReference[] },
) {
  const content = {
    artist_id: artistId,
    id,
    // Unique within the artist whatever keys imported questions have, because it ends in the question's own id.
    question_key: `s${sitting}-q${ordinal}-${id}`,
    question,
    sitting,
    source: 'interview',
    citations: references,
  }
  return { ...content, ...createOfferedRevision(content), session_id, ordinal }
}

/** Whether this outcome is already saved: the same answer, or a skip of a skipped question (operations, section 3). */
export const isAlreadySaved = (question: QuestionEntry, answer: string | null): boolean =>
  answer === null ? question.state === 'skipped' : question.answer === answer

/** Why a question can no longer be answered or skipped. Call after `isAlreadySaved`. */
export function refusalToAnswer(
  question: QuestionEntry,
  sessionState: string | null,
  expectedRevision: Revision,
): Refusal | undefined {
  if (question.revision !== expectedRevision) return { code: 'revision_changed' }
  if (question.state !== 'offered') {
    const message = `The question is ${question.state} already; read it again`
    return { code: 'state_changed', reason: `question_${question.state}`, message }
  }
  return sessionState === 'finished' ? sittingFinished : undefined
}
