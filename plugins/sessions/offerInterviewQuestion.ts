import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { checkReferences, toReferencesParameter } from '#src/evidence/references/resolve-references.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { insertQuestion } from '#src/records/interview/entry-queries.ts'
import { computeSnapshotId } from '#src/records/memory/snapshot.ts'
import { findForOffer } from './queries.ts'
import { newQuestion, normalizeReferences, refusalToOffer } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/**
 * Saves a prepared question if its evidence and the mandatory memory are still as the client read them (interface,
 * section 4.2). For an ordinal that is already saved, returns the saved question before anything else is checked.
 */
export const offerInterviewQuestion: Handler<'offerInterviewQuestion'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const references = normalizeReferences(body.references)
    const referencesJson = toReferencesParameter(references)
    const { sitting, resolved, ...memory } = await tx.read(findForOffer, { sessionId: path.sessionId, referencesJson })
    if (sitting === null) throw new Problem('not_found')
    const saved = sitting.questions.find(({ ordinal }) => ordinal === body.ordinal)
    if (saved !== undefined) return { status: 200, body: viewSavedQuestion(saved, sitting.sitting) }

    const snapshotId = computeSnapshotId(path.id, sitting.sitting, memory)
    const refusal = refusalToOffer(sitting, body, { snapshotId, references: checkReferences(references, resolved) })
    if (refusal !== undefined) throw new Problem(refusal.code, refusal)

    const question = newQuestion(sitting, body, { artistId: path.id, id: newId(), references })
    const event = tx.addEvent('question.offered', {
      subject: `entry:${question.id}`,
      revision: question.revision,
      details: { memorySnapshotId: snapshotId, ordinal: body.ordinal, sessionId: sitting.id },
    })
    const offered = { ...question, offered_at: event.instant, answer_updated_at: null, saved_seq: null }
    return await tx.commit([insertQuestion(question, event)], {
      status: 200,
      body: viewSavedQuestion(offered, sitting.sitting),
    })
  })
