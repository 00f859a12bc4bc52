import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { stageAnswer } from '#src/records/interview/entries.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { selectNextSitting } from '#src/records/memory/memory-queries.ts'
import type { WasOffered } from './queries.ts'
import { createSittingFinished } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/**
 * Saves the exact answer to an offered question, or its skip, for a question of a sitting and a legacy offer alike
 * (operations, section 3). What is already saved succeeds before the revision is compared, so that a lost reply can be
 * requested again.
 */
export const saveInterviewAnswer: Handler<'saveInterviewAnswer'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId, answerId: entryId } = path
  const { answer } = body
  return changeArtist(db, findForAnswer({ caller, artistId, entryId }), async (tx, { question }) => {
    if (question === null) throw new Problem('not_found')
    const { session_state: sessionState, memory_sitting: sittingNumber, ...entry } = question
    const isSaved = answer === null ? entry.state === 'skipped' : entry.answer === answer
    if (isSaved) return { status: 200, body: viewSavedQuestion(entry, sittingNumber) }
    if (entry.revision !== body.expectedRevision) throw new Problem('revision_changed')
    if (entry.state !== 'offered') {
      const message = `The question is ${entry.state} already; read it again`
      throw new Problem('state_changed', { reason: `question_${entry.state}`, message })
    }
    if (sessionState === 'finished') throw createSittingFinished()

    const { revised, writes } = stageAnswer(tx, entry, answer)
    tx.write(...writes)
    // The finish of a sitting queues it; a legacy offer belongs to no sitting.
    if (answer !== null && entry.session_id === null) tx.write(upsertJob(newLoreRefresh(artistId, newId())))
    return { status: 200, body: viewSavedQuestion(revised, sittingNumber) }
  })
}

/**
 * The question with `memory_sitting`, the sitting whose memory applies to it: for a legacy offer the next one. An entry
 * that was never offered is not among the questions.
 */
const findForAnswer = prepareRead((db, { artistId, entryId }: { artistId: string; entryId: string }) => {
  const question = db
    .selectFrom('interview_entries as e')
    .leftJoin('interview_sessions as s', (join) =>
      join.on('s.artist_id', '=', artistId).onRef('s.id', '=', 'e.session_id'),
    )
    .selectAll('e')
    .select('s.state as session_state')
    .select(sql<number>`coalesce(e.sitting, ${selectNextSitting(artistId)})`.as('memory_sitting'))
    .where('e.artist_id', '=', artistId)
    .where('e.id', '=', entryId)
    .where('e.offered_at', 'is not', null)
    .$narrowType<WasOffered>()
  return [jsonObjectFrom(question).as('question')]
})
