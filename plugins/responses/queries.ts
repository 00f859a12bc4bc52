import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { type AuditEvent, insertEvent, moveHead, withHead } from '#src/audit/events.ts'
import { authority, ifPermitted, permitted } from '#src/callers/authority.ts'
import type { User } from '#src/callers/caller.ts'
import type { Instant } from '#src/database/instants.ts'
import type { DB, InterviewEntries } from '#src/database/tables.gen.ts'
import type { Step } from '#src/interview/chain.ts'
import { offeredOrOldest } from '#src/interview/order.ts'
import { newestAnswer } from '#src/memory/parts.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'

/** What every wording of an answer shares. */
export type Question = Pick<
  Selectable<InterviewEntries>,
  'id' | 'question_key' | 'question' | 'source' | 'sitting' | 'revision'
> & { offered_at: Instant | null }

/** An answered question as it stands now. */
export type Answered = Question & { answer: string | null; answer_updated_at: Instant | null }

/** One wording an answer has had. */
export type Version = { revision: string; answer: string; saved_at: Instant | null }

const questionColumns = ['id', 'question_key', 'question', 'source', 'sitting', 'offered_at', 'revision'] as const
const answeredColumns = [...questionColumns, 'answer', 'answer_updated_at'] as const

/** A question that is not answered is no saved response. The state is a literal for the sake of the partial indexes. */
const answeredOf = (db: Kysely<DB>, artistId: string) =>
  db.selectFrom('interview_entries').where('artist_id', '=', artistId).where('state', '=', sql.lit('answered'))

const versionsOf = (db: Kysely<DB>, artistId: string, answerId: string) =>
  db
    .selectFrom('response_versions')
    .select(['number', 'revision', 'answer', 'note', 'saved_at'])
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', answerId)

/** The answer a page begins with; `at` is when its question was offered, null where that is not known. */
export type ListFrom = { at: string | null; id: string }

/**
 * Answers from `from` on, the newest offer first, and the audit number of the newest wording of all: it moves with every answer that
 * is saved, revised or imported, and with nothing else.
 */
export async function findResponses(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { from, rowsMax }: { from: ListFrom | undefined; rowsMax: number },
) {
  let rows = answeredOf(db, artistId)
    .select(answeredColumns)
    .orderBy(offeredOrOldest, 'desc')
    .orderBy('id', 'desc')
    .limit(rowsMax)
  if (from !== undefined) {
    const at = from.at ?? '-infinity'
    rows = rows.where(sql<boolean>`(${offeredOrOldest}, id) <= (${at}::timestamptz, ${from.id}::uuid)`)
  }
  const reading = authority(db, caller, artistId).select(
    ifPermitted([newestAnswer(db, artistId).select('saved_seq').as('mark'), jsonArrayFrom(rows).as('responses')]),
  )
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** An answer as it stands, and the version of one revision where there is such a one. */
export async function findResponse(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  answerId: string,
  revision: string | undefined,
) {
  const version = versionsOf(db, artistId, answerId).where('revision', '=', revision ?? null)
  const reading = authority(db, caller, artistId).select(
    ifPermitted([
      jsonObjectFrom(answeredOf(db, artistId).select(answeredColumns).where('id', '=', answerId)).as('current'),
      jsonObjectFrom(version).as('version'),
    ]),
  )
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** An answer and its versions, the newest first, from one number down. */
export async function findVersions(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  answerId: string,
  { from, rowsMax }: { from: number | undefined; rowsMax: number },
) {
  const newestFirst = versionsOf(db, artistId, answerId).orderBy('number', 'desc').limit(rowsMax)
  const rows = from === undefined ? newestFirst : newestFirst.where('number', '<=', from)
  const reading = authority(db, caller, artistId).select(
    ifPermitted([
      jsonObjectFrom(answeredOf(db, artistId).select(questionColumns).where('id', '=', answerId)).as('current'),
      jsonArrayFrom(rows).as('versions'),
    ]),
  )
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** What a revise is decided on; follows `lockArtist`. */
export async function findForRevise(trx: Transaction<DB>, caller: User, artistId: string, answerId: string) {
  const newestVersion = trx
    .selectFrom('response_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', answerId)
  const reading = withHead(authority(trx, caller, artistId)).select([
    jsonObjectFrom(answeredOf(trx, artistId).selectAll().where('id', '=', answerId)).as('current'),
    newestVersion.as('number'),
  ])
  return permitted(await reading.executeTakeFirstOrThrow())
}

/** A new wording: the text, its step in the chain, its number, and what was said about the edit. */
export type Wording = { answer: string; step: Step; number: number; note: string | null }

/** Saves a new wording with its version, its event and the job that lets Lore read it: one statement, so all of it or nothing. */
export const markRevised = (
  trx: Transaction<DB>,
  answerId: string,
  { answer, step, number, note }: Wording,
  event: AuditEvent,
  jobId: string,
) =>
  trx
    .with('event', (qc) => insertEvent(qc, event))
    .with('head', (qc) => moveHead(qc, event))
    .with('job', (qc) => enqueueJob(qc, { artistId: event.artistId, id: jobId, kind: 'lore_refresh' }))
    .with('version', (qc) =>
      qc.insertInto('response_versions').values({
        artist_id: event.artistId,
        entry_id: answerId,
        number,
        revision: step.revision,
        previous: step.previous,
        answer,
        note,
        saved_at: event.at,
        saved_seq: event.seq,
      }),
    )
    .updateTable('interview_entries')
    .set({ ...step, answer_updated_at: event.at, saved_seq: event.seq })
    .where('artist_id', '=', event.artistId)
    .where('id', '=', answerId)
    .where('revision', '=', step.previous)
    .returning(answeredColumns)
    .executeTakeFirstOrThrow()
