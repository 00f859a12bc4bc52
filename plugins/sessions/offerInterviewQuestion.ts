import { nextEvent } from '#src/audit/events.ts'
import { lockArtist } from '#src/callers/authority.ts'
import type { Handler } from '#src/contract/operations.ts'
import { transact } from '#src/database/transact.ts'
import { refusalToCite, reopen } from '#src/evidence/reopen.ts'
import { offeredStep } from '#src/interview/chain.ts'
import { currentSnapshot } from '#src/memory/snapshot.ts'
import { Problem } from '#src/problems/problem.ts'
import { findSitting, insertOffer } from './queries.ts'
import { citationsOf, offerSavedAs, questionKeyOf, refusalToOffer } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/**
 * Saves a prepared question once its evidence and the mandatory memory are found to be what the client read (interface, 4.2).
 * An ordinal that is saved already is answered with what is saved, before anything else is judged.
 */
export const offerInterviewQuestion: Handler<'offerInterviewQuestion'> = ({ path, body, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const artistId = path.id
    await lockArtist(trx, caller, artistId)
    const { sitting, ...head } = await findSitting(trx, caller, artistId, path.sessionId)
    if (sitting === null) throw new Problem('not_found')
    const saved = offerSavedAs(sitting, body.ordinal)
    if (saved !== undefined) return { status: 200, body: viewSavedQuestion(saved) }

    const citations = citationsOf(body.references)
    const evidence = refusalToCite(citations, await reopen(trx, artistId, citations))
    const { snapshotId } = await currentSnapshot(trx, artistId, sitting.sitting)
    const refusal = refusalToOffer(sitting, body, { snapshotId, evidence })
    if (refusal !== undefined) throw new Problem(refusal)

    const id = newId()
    const content = {
      artist_id: artistId,
      id,
      question_key: questionKeyOf(sitting, body.ordinal, id),
      question: body.question,
      sitting: sitting.sitting,
      source: 'interview',
      citations,
    }
    const step = offeredStep(content)
    const event = nextEvent(head, {
      artistId,
      action: 'question.offered',
      subject: `entry:${id}`,
      revision: step.revision,
      actor: caller.subject,
      details: { sessionId: sitting.id, ordinal: body.ordinal, memorySnapshotId: snapshotId },
    })
    const place = { session_id: sitting.id, ordinal: body.ordinal, offered_at: event.at }
    const offer = { ...content, ...step, ...place, citations: JSON.stringify(citations) }
    return { status: 200, body: viewSavedQuestion(await insertOffer(trx, offer, event)) }
  })
