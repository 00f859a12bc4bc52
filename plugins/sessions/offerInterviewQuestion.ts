import { readAuthorized } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { change } from '#src/database/change/change.ts'
import { moved } from '#src/database/change/outcome.ts'
import { unreadWhere } from '#src/database/change/unread.ts'
import { canBeJudgedUnread, quotesOf } from '#src/evidence/references/quote-predicate.ts'
import {
  refusalToCite,
  resolveReferencesQuery,
  toResolvedReferences,
} from '#src/evidence/references/resolve-references.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { leavesOf } from '#src/records/audit/leaves.ts'
import { createOfferedRevision } from '#src/records/interview/entry-revision.ts'
import { computeMemorySnapshot } from '#src/records/memory/snapshot.ts'
import { insertOffer, insertOfferAsQuoted } from './change-queries.ts'
import { offerLeaves } from './left.ts'
import { findForOffer } from './queries.ts'
import { buildQuestionKey, findQuestionAt, normalizeReferences, refusalToOffer } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/** Of a question that waits for its answer. */
const unanswered = { answer_updated_at: null, saved_seq: null }

/**
 * Saves a prepared question once its evidence and the mandatory memory are found to be what the client read (interface,
 * 4.2). An ordinal that is saved already is answered with what is saved, before anything else is judged.
 */
export const offerInterviewQuestion: Handler<'offerInterviewQuestion'> = (
  { path, body, caller, tell },
  { db, newId },
) =>
  change(db, path.id, async (changing) => {
    const artistId = path.id
    const forArtist = { caller, artistId }
    const citations = normalizeReferences(body.references)
    const reading = findForOffer({ ...forArtist, sessionId: path.sessionId })
    const cited = unreadWhere(
      canBeJudgedUnread(citations),
      resolveReferencesQuery({ ...forArtist, references: citations }),
    )
    const [{ sitting, ...found }, passages] = await readAuthorized(changing, forArtist, reading, cited)
    if (sitting === null) throw new Problem('not_found')
    const saved = findQuestionAt(sitting, body.ordinal)
    if (saved !== undefined) return { status: 200, body: viewSavedQuestion(saved, sitting.sitting) }

    const evidence = passages && refusalToCite(citations, toResolvedReferences(citations, passages))
    const { snapshotId } = computeMemorySnapshot(artistId, sitting.sitting, found)
    // Read after the sitting, and perhaps after it has changed: then the two tell of no one moment, and may not refuse.
    if (evidence !== undefined && passages?.some(({ audit_head }) => audit_head !== found.audit_head)) throw moved
    const refusal = refusalToOffer(sitting, body, { snapshotId, evidence })
    if (refusal !== undefined) throw new Problem(refusal)
    await changing.inTurn()

    const id = newId()
    const content = {
      artist_id: artistId,
      id,
      question_key: buildQuestionKey(sitting, body.ordinal, id),
      question: body.question,
      sitting: sitting.sitting,
      source: 'interview',
      citations,
    }
    const step = createOfferedRevision(content)
    const event = nextEvent(found, {
      artistId,
      action: 'question.offered',
      subject: `entry:${id}`,
      revision: step.revision,
      actor: caller.subject,
      details: { memorySnapshotId: snapshotId, ordinal: body.ordinal, sessionId: sitting.id },
    })
    const place = { session_id: sitting.id, ordinal: body.ordinal }
    const offer = { ...content, ...step, ...place, citations: JSON.stringify(citations) }
    const stored = { offer, event: toEventRow(event) }
    const saving =
      passages === undefined ? insertOfferAsQuoted({ ...stored, quotes: quotesOf(citations) }) : insertOffer(stored)
    const offered = { ...content, ...step, ...place, offered_at: event.instant, ...unanswered }
    const leaves = leavesOf(event, [sitting.id], ...offerLeaves(forArtist, { ...found, sitting }, offered))
    return await changing.keepWhile(saving, leaves, () =>
      tell({ status: 200, body: viewSavedQuestion(offered, sitting.sitting) }),
    )
  })
