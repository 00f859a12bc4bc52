import type { QueryCreator } from 'kysely'
import type { Asked } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { allAsQuoted } from '#src/evidence/references/quote-predicate.ts'
import { enqueueJobIfAppended } from '#src/queue/enqueue.ts'
import { type AppendQuery, type EventRow, insertIfAppended } from '#src/records/audit/events.ts'
import { keeping, type Saved } from '#src/records/audit/keeping.ts'
import type { EntryContent, EntryRevision } from '#src/records/interview/entry-revision.ts'
import { newLoreRefresh } from './jobs.ts'

/*
 * Each change of a sitting is one statement, which is sent with its COMMIT: the event, the head of the trail, and
 * whatever moves. A part that finds its row changed makes all of it fail; where the head is not any more what the
 * change was decided on, there is no row and nothing is written. The row says no more than that it is kept: what stands
 * then is known to whoever decided it.
 */

/** Stores a new sitting with its event. */
export const insertSitting = keeping(
  ['started'],
  (begun, { id, requestId, sitting, event }: { id: string; requestId: string; sitting: number; event: EventRow }) =>
    begun.with('started', (qc) =>
      insertIfAppended(qc, 'interview_sessions', {
        artist_id: event.artist_id,
        id,
        request_id: requestId,
        sitting,
        state: 'active',
        created_at: event.at,
      }).returning('id'),
    ),
)

/** A question that is asked for the first time, as it is stored; `citations` as JSON text. */
type Offer = Pick<EntryContent, 'id' | 'question_key' | 'question' | 'sitting' | 'source'> &
  Pick<EntryRevision, 'state' | 'revision'> & { session_id: string; ordinal: number; citations: string }

type Offering = { offer: Offer; event: EventRow }

const withOffer = (begun: AppendQuery, { offer, event }: Offering) =>
  begun.with('offered', (qc) =>
    insertIfAppended(qc, 'interview_entries', {
      artist_id: event.artist_id,
      id: offer.id,
      question_key: offer.question_key,
      question: offer.question,
      sitting: offer.sitting,
      source: offer.source,
      citations: offer.citations,
      state: offer.state,
      revision: offer.revision,
      session_id: offer.session_id,
      ordinal: offer.ordinal,
      offered_at: event.at,
    }).returning('id'),
  )

/** Stores an offer with its event. */
export const insertOffer = keeping(['offered'], withOffer)

/** The same where all that it cites stands as quoted (src/evidence/references/quote-predicate.ts). */
export const insertOfferAsQuoted = keeping(
  ['offered'],
  (begun, given: Offering & { quotes: string }) => withOffer(begun, given),
  ({ event, quotes }) => [allAsQuoted(event.artist_id, quotes)],
)

/** An entry's next step; `savedSeq` is the event's number where an answer is saved. */
type Stepping = { entryId: string; step: EntryRevision; savedSeq: number | null; event: EventRow }

/** A change of the entry from the revision that the step follows. */
const stepped = (db: AppendQuery, { entryId, step, savedSeq, event }: Stepping) =>
  db
    .updateTable('interview_entries')
    .from('head')
    .set({
      state: step.state,
      answer: step.answer,
      revision: step.revision,
      previous: step.previous,
      answer_updated_at: event.at,
      saved_seq: savedSeq,
    })
    .where('artist_id', '=', event.artist_id)
    .where('interview_entries.id', '=', entryId)
    .where('revision', '=', step.previous)
    .returning('interview_entries.id')

/** The first wording of an answer. */
const firstVersion = (db: QueryCreator<DB>, { entryId, step, event }: Stepping) =>
  insertIfAppended(db, 'response_versions', {
    artist_id: event.artist_id,
    entry_id: entryId,
    number: 1,
    revision: step.revision,
    previous: step.previous,
    answer: step.answer as string,
    saved_at: event.at,
    saved_seq: event.seq,
  })

type Job = { jobId: string; event: EventRow }
const queued = (db: QueryCreator<DB>, { jobId, event }: Job) =>
  enqueueJobIfAppended(db, newLoreRefresh(event.artist_id, jobId))

/** Saves an answer with its version, or a skip, with the event and the refresh of Lore when there is one. */
export function markStep(entry: { id: string }, step: EntryRevision, event: EventRow, jobId?: string): Asked<Saved> {
  const stepping = { entryId: entry.id, step, savedSeq: step.answer === null ? null : event.seq, event }
  if (step.answer === null) return markSkipped(stepping)
  return jobId === undefined ? markAnswered(stepping) : markAnsweredWithJob({ ...stepping, jobId })
}

const markSkipped = keeping(['changed'], (begun, given: Stepping) => begun.with('changed', (qc) => stepped(qc, given)))

const markAnswered = keeping(['changed'], (begun, given: Stepping) =>
  begun.with('version', (qc) => firstVersion(qc, given)).with('changed', (qc) => stepped(qc, given)),
)

const markAnsweredWithJob = keeping(['changed'], (begun, given: Stepping & Job) =>
  begun
    .with('version', (qc) => firstVersion(qc, given))
    .with('job', (qc) => queued(qc, given))
    .with('changed', (qc) => stepped(qc, given)),
)

/**
 * Closes a sitting, skipping the question that is still open in it, with the event and the refresh of Lore when there
 * is one.
 */
export function markFinished(
  sessionId: string,
  skip: { id: string; step: EntryRevision } | undefined,
  event: EventRow,
  jobId?: string,
): Asked<Saved> {
  if (skip === undefined) {
    return jobId === undefined ? markClosed({ sessionId, event }) : markClosedWithJob({ sessionId, event, jobId })
  }
  const both = { sessionId, entryId: skip.id, step: skip.step, savedSeq: null, event }
  return jobId === undefined ? markSkippedAndClosed(both) : markSkippedAndClosedWithJob({ ...both, jobId })
}

type Closing = { sessionId: string; event: EventRow }

const closed = (db: AppendQuery, { sessionId, event }: Closing) =>
  db
    .updateTable('interview_sessions')
    .from('head')
    .set({ state: 'finished', closed_at: event.at })
    .where('artist_id', '=', event.artist_id)
    .where('interview_sessions.id', '=', sessionId)
    .where('state', '=', 'active')
    .returning('interview_sessions.id')

const markClosed = keeping(['finished'], (begun, given: Closing) => begun.with('finished', (qc) => closed(qc, given)))

const markClosedWithJob = keeping(['finished'], (begun, given: Closing & Job) =>
  begun.with('job', (qc) => queued(qc, given)).with('finished', (qc) => closed(qc, given)),
)

const markSkippedAndClosed = keeping(['finished', 'skipped'], (begun, given: Closing & Stepping) =>
  begun.with('skipped', (qc) => stepped(qc, given)).with('finished', (qc) => closed(qc, given)),
)

const markSkippedAndClosedWithJob = keeping(['finished', 'skipped'], (begun, given: Closing & Stepping & Job) =>
  begun
    .with('skipped', (qc) => stepped(qc, given))
    .with('job', (qc) => queued(qc, given))
    .with('finished', (qc) => closed(qc, given)),
)
