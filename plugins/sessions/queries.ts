import {
  type Insertable,
  type Kysely,
  type NotNull,
  type QueryCreator,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { type AuditEvent, insertEvent, moveHead, withHead } from '#src/audit/events.ts'
import { authority, ifPermitted, permitted } from '#src/callers/authority.ts'
import type { User } from '#src/callers/caller.ts'
import type { Question, Session } from '#src/contract/types.gen.ts'
import type { Instant } from '#src/database/instants.ts'
import type { DB, InterviewEntries, InterviewSessions } from '#src/database/tables.gen.ts'
import type { Step } from '#src/interview/chain.ts'
import { latestKnownSitting } from '#src/memory/parts.ts'
import { enqueueJob, type NewJob } from '#src/queue/enqueue.ts'

/** What the tables' checks add to the columns' types: every question of this area was offered, in one of three states. */
type Offered = { offered_at: NotNull; state: Question['state'] }

type InSession = { state: Session['state'] }

/** A question with its answer, read either way. */
export type Entry = Omit<Selectable<InterviewEntries>, 'offered_at' | 'answer_updated_at' | 'state'> & {
  offered_at: Instant
  answer_updated_at: Instant | null
  state: Question['state']
}

/** A sitting with its questions by ordinal. */
export type Sitting = {
  id: string
  sitting: number
  state: Session['state']
  created_at: Instant
  closed_at: Instant | null
  questions: Entry[]
}

/** The oldest legacy offers that a response lists; answering them brings up the next (operations, section 3). */
const legacyOffersMax = 3

/** Which sitting of the artist is meant. At most one fits. */
type Which = RawBuilder<boolean>
const sessionWithId = (id: string): Which => sql`s.id = ${id}`
const sessionOfRequest = (requestId: string): Which => sql`s.request_id = ${requestId}`
const latestSession: Which = sql`s.sitting = (
  select max(i.sitting) from interview_sessions i where i.artist_id = s.artist_id)`

const sittingOf = (db: Kysely<DB>, artistId: string, which: Which) =>
  jsonObjectFrom(
    db
      .selectFrom('interview_sessions as s')
      .select(['s.id', 's.sitting', 's.state', 's.created_at', 's.closed_at'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('interview_entries as e')
            .selectAll('e')
            .whereRef('e.artist_id', '=', 's.artist_id')
            .whereRef('e.session_id', '=', 's.id')
            .orderBy('e.ordinal')
            .$narrowType<Offered>(),
        ).as('questions'),
      )
      .where('s.artist_id', '=', artistId)
      .where(which)
      .$narrowType<InSession>(),
  )

const legacyOffersOf = (db: Kysely<DB>, artistId: string) =>
  jsonArrayFrom(
    db
      .selectFrom('interview_entries as e')
      .selectAll('e')
      .where('e.artist_id', '=', artistId)
      .where('e.session_id', 'is', null)
      .where('e.state', '=', 'offered')
      // Onboarding asks its own questions, also in no sitting; none of them stands in the way of one.
      .where('e.source', '<>', 'onboarding')
      .orderBy('e.offered_at')
      .orderBy('e.id')
      .limit(legacyOffersMax)
      .$narrowType<Offered>(),
  )

/** A sitting and the open legacy offers, as columns. */
const interview = (db: Kysely<DB>, artistId: string, which: Which) =>
  [sittingOf(db, artistId, which).as('sitting'), legacyOffersOf(db, artistId).as('legacyOffers')] as const

/** What is saved, in one statement. */
export async function findInterview(db: Kysely<DB>, caller: User, artistId: string) {
  const reading = authority(db, caller, artistId).select(ifPermitted(interview(db, artistId, latestSession)))
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** What a start is decided on; follows `lockArtist`. `sittingMax` is the greatest number any sitting or answer has, 0 without. */
export async function findStart(trx: Transaction<DB>, caller: User, artistId: string, requestId: string) {
  const active = trx
    .selectFrom('interview_sessions')
    .select('id as activeId')
    .where('artist_id', '=', artistId)
    .where('state', '=', 'active')
  const reading = withHead(authority(trx, caller, artistId))
    .select(interview(trx, artistId, sessionOfRequest(requestId)))
    .select([active.as('activeId'), latestKnownSitting(artistId).as('sittingMax')])
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** What an offer or a finish is decided on; follows `lockArtist`. */
export async function findSitting(trx: Transaction<DB>, caller: User, artistId: string, sessionId: string) {
  const reading = withHead(authority(trx, caller, artistId)).select(interview(trx, artistId, sessionWithId(sessionId)))
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** What an answer is decided on; follows `lockArtist`. An entry that was never offered is not among the questions. */
export async function findQuestion(trx: Transaction<DB>, caller: User, artistId: string, entryId: string) {
  const question = trx
    .selectFrom('interview_entries as e')
    .leftJoin('interview_sessions as s', (join) =>
      join.onRef('s.artist_id', '=', 'e.artist_id').onRef('s.id', '=', 'e.session_id'),
    )
    .selectAll('e')
    .select('s.state as session_state')
    .where('e.artist_id', '=', artistId)
    .where('e.id', '=', entryId)
    .where('e.offered_at', 'is not', null)
    .$narrowType<Offered>()
  const reading = withHead(authority(trx, caller, artistId)).select(jsonObjectFrom(question).as('question'))
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** The beginning of every change's one statement: its event, the trail's new head, and the job when there is one. */
function recording(trx: Transaction<DB>, event: AuditEvent, job?: NewJob): QueryCreator<DB> {
  const writing = trx.with('event', (qc) => insertEvent(qc, event)).with('head', (qc) => moveHead(qc, event))
  return job === undefined ? writing : writing.with('job', (qc) => enqueueJob(qc, job))
}

/** Stores a new sitting with its event. */
export const insertSitting = (trx: Transaction<DB>, sitting: Insertable<InterviewSessions>, event: AuditEvent) =>
  recording(trx, event)
    .with('started', (qc) => qc.insertInto('interview_sessions').values(sitting).returningAll())
    .selectFrom('started')
    .selectAll()
    .$narrowType<InSession>()
    .executeTakeFirstOrThrow()

/** Stores an offer with its event. */
export const insertOffer = (trx: Transaction<DB>, offer: Insertable<InterviewEntries>, event: AuditEvent) =>
  recording(trx, event)
    .with('offered', (qc) => qc.insertInto('interview_entries').values(offer).returningAll())
    .selectFrom('offered')
    .selectAll()
    .$narrowType<Offered>()
    .executeTakeFirstOrThrow()

/** A change of the entry that the event is about, from the revision that the step follows. */
const stepped = (db: QueryCreator<DB>, { id }: { id: string }, step: Step, event: AuditEvent) =>
  db
    .updateTable('interview_entries')
    .set({ ...step, answer_updated_at: event.at, saved_seq: step.state === 'answered' ? event.seq : null })
    .where('artist_id', '=', event.artistId)
    .where('id', '=', id)
    .where('revision', '=', step.previous)

/** The first wording of an answer. */
const firstVersion = (db: QueryCreator<DB>, { id }: { id: string }, step: Step, answer: string, event: AuditEvent) =>
  db.insertInto('response_versions').values({
    artist_id: event.artistId,
    entry_id: id,
    number: 1,
    revision: step.revision,
    previous: step.previous,
    answer,
    saved_at: event.at,
    saved_seq: event.seq,
  })

/** Saves an answer with its version, or a skip, with the event and the job when there is one. */
export function markStep(trx: Transaction<DB>, entry: { id: string }, step: Step, event: AuditEvent, job?: NewJob) {
  const { answer } = step
  const begun = recording(trx, event, job)
  const versioned =
    answer === null ? begun : begun.with('version', (qc) => firstVersion(qc, entry, step, answer, event))
  return versioned
    .with('changed', (qc) => stepped(qc, entry, step, event).returningAll())
    .selectFrom('changed')
    .selectAll()
    .$narrowType<Offered>()
    .executeTakeFirstOrThrow()
}

/** Closes a sitting, skipping the question that is still open in it, with the event and the job when there is one. */
export function markFinished(
  trx: Transaction<DB>,
  sitting: { id: string },
  skip: { id: string; step: Step } | undefined,
  event: AuditEvent,
  job?: NewJob,
) {
  const begun = recording(trx, event, job)
  const skipped = skip && begun.with('skipped', (qc) => stepped(qc, skip, skip.step, event))
  return (skipped ?? begun)
    .with('finished', (qc) =>
      qc
        .updateTable('interview_sessions')
        .set({ state: 'finished', closed_at: event.at })
        .where('artist_id', '=', event.artistId)
        .where('id', '=', sitting.id)
        .where('state', '=', 'active')
        .returningAll(),
    )
    .selectFrom('finished')
    .selectAll()
    .$narrowType<InSession>()
    .executeTakeFirstOrThrow()
}
