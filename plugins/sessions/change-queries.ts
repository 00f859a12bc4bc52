import type { QueryCreator } from 'kysely'
import { type AfterHead, type EventRow, insertAfterHead, withEvent } from '#src/audit/events.ts'
import { orFail } from '#src/database/or-fail.ts'
import { type Asked, statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { allAsQuoted } from '#src/evidence/quoted.ts'
import type { EntryContent, Step } from '#src/interview/chain.ts'
import { enqueueJobAfterHead } from '#src/queue/enqueue.ts'
import { loreRefresh } from './jobs.ts'

/*
 * Each change of a sitting is one statement, which is sent with its COMMIT: the event, the head of the trail, and whatever moves. A part that
 * finds its row changed makes all of it fail; where the head is not any more what the change was decided on, there is no row and nothing is written. The
 * row says no more than that it is kept: what stands then is known to whoever decided it.
 */

type Saved = { all: number }

/** Stores a new sitting with its event. */
export const insertSitting = statement(
  (db, { id, requestId, sitting, event }: { id: string; requestId: string; sitting: number; event: EventRow }) =>
    withEvent(db, event)
      .with('started', (qc) =>
        insertAfterHead(qc, 'interview_sessions', {
          artist_id: event.artist_id,
          id,
          request_id: requestId,
          sitting,
          state: 'active',
          created_at: event.at,
        }).returning('id'),
      )
      .selectFrom('started')
      .select('id')
      .compile(),
)

/** A question that is asked for the first time, as it is stored; `citations` as JSON text. */
type Offer = Pick<EntryContent, 'id' | 'question_key' | 'question' | 'sitting' | 'source'> &
  Pick<Step, 'state' | 'revision'> & { session_id: string; ordinal: number; citations: string }

type Offering = { offer: Offer; event: EventRow }

/** Stores an offer with its event. */
export const insertOffer = statement((db, given: Offering) => withOffer(withEvent(db, given.event), given))

/** The same where all that it cites stands as quoted (src/evidence/quoted.ts). */
export const insertOfferAsQuoted = statement((db, given: Offering & { quotes: string }) =>
  withOffer(withEvent(db, given.event, allAsQuoted(given.event.artist_id, given.quotes)), given),
)

const withOffer = (begun: AfterHead, { offer, event }: Offering) =>
  begun
    .with('offered', (qc) =>
      insertAfterHead(qc, 'interview_entries', {
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
    .selectFrom('offered')
    .select('id')
    .compile()

/** An entry's next step; `savedSeq` is the event's number where an answer is saved. */
type Stepping = { entryId: string; step: Step; savedSeq: number | null; event: EventRow }

/** A change of the entry from the revision that the step follows. */
const stepped = (db: AfterHead, { entryId, step, savedSeq, event }: Stepping) =>
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
  insertAfterHead(db, 'response_versions', {
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
  enqueueJobAfterHead(db, loreRefresh(event.artist_id, jobId))

/** Saves an answer with its version, or a skip, with the event and the refresh of Lore when there is one. */
export function markStep(entry: { id: string }, step: Step, event: EventRow, jobId?: string): Asked<Saved> {
  const stepping = { entryId: entry.id, step, savedSeq: step.answer === null ? null : event.seq, event }
  if (step.answer === null) return markSkipped(stepping)
  return jobId === undefined ? markAnswered(stepping) : markAnsweredWithJob({ ...stepping, jobId })
}

const markSkipped = statement((db, given: Stepping) => withStep(withEvent(db, given.event), given))

const markAnswered = statement((db, given: Stepping) =>
  withStep(
    withEvent(db, given.event).with('version', (qc) => firstVersion(qc, given)),
    given,
  ),
)

const markAnsweredWithJob = statement((db, given: Stepping & Job) =>
  withStep(
    withEvent(db, given.event)
      .with('version', (qc) => firstVersion(qc, given))
      .with('job', (qc) => queued(qc, given)),
    given,
  ),
)

const withStep = (begun: AfterHead, given: Stepping) =>
  begun
    .with('changed', (qc) => stepped(qc, given))
    .selectFrom('head')
    .select(orFail('changed').as('all'))
    .compile()

/** Closes a sitting, skipping the question that is still open in it, with the event and the refresh of Lore when there is one. */
export function markFinished(
  sessionId: string,
  skip: { id: string; step: Step } | undefined,
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

const markClosed = statement((db, given: Closing) => withClose(withEvent(db, given.event), given, 'finished'))

const markClosedWithJob = statement((db, given: Closing & Job) =>
  withClose(
    withEvent(db, given.event).with('job', (qc) => queued(qc, given)),
    given,
    'finished',
  ),
)

const markSkippedAndClosed = statement((db, given: Closing & Stepping) =>
  withClose(
    withEvent(db, given.event).with('skipped', (qc) => stepped(qc, given)),
    given,
    'finished',
    'skipped',
  ),
)

const markSkippedAndClosedWithJob = statement((db, given: Closing & Stepping & Job) =>
  withClose(
    withEvent(db, given.event)
      .with('skipped', (qc) => stepped(qc, given))
      .with('job', (qc) => queued(qc, given)),
    given,
    'finished',
    'skipped',
  ),
)

const withClose = (begun: AfterHead, { sessionId, event }: Closing, ...parts: ['finished', ...'skipped'[]]) =>
  begun
    .with('finished', (qc) =>
      qc
        .updateTable('interview_sessions')
        .from('head')
        .set({ state: 'finished', closed_at: event.at })
        .where('artist_id', '=', event.artist_id)
        .where('interview_sessions.id', '=', sessionId)
        .where('state', '=', 'active')
        .returning('interview_sessions.id'),
    )
    .selectFrom('head')
    .select(orFail(...parts).as('all'))
    .compile()
