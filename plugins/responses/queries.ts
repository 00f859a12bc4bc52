import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { authority, type ForArtist, ifPermitted, permitted, standingOf } from '#src/auth/artist-authorization.ts'
import { ask, askQuickly, only } from '#src/database/ask.ts'
import type { Instant } from '#src/database/instants.ts'
import { sharedReading } from '#src/database/shared-reading.ts'
import { statement } from '#src/database/statement.ts'
import type { DB, InterviewEntries } from '#src/database/tables.gen.ts'
import { enqueueJobAfterHead } from '#src/queue/enqueue.ts'
import { type EventRow, insertAfterHead } from '#src/records/audit/events.ts'
import { keeping } from '#src/records/audit/keeping.ts'
import type { Step } from '#src/records/interview/chain.ts'
import { offeredOrOldest } from '#src/records/interview/offer-order.ts'
import { newestAnswer } from '#src/records/memory/memory-queries.ts'

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

type ForAnswer = ForArtist & { answerId: string }

/**
 * Answers from `from` on, the newest offer first, and the audit number of the newest wording of all: it moves with every answer that
 * is saved, revised or imported, and with nothing else.
 */
export async function findResponses(
  db: Kysely<DB>,
  { from, ...asked }: ForArtist & { from: ListFrom | undefined; rowsMax: number },
) {
  const reading =
    from === undefined ? firstResponses(asked) : laterResponses({ ...asked, at: from.at ?? '-infinity', id: from.id })
  return permitted(only(await ask(db, reading)))
}

const firstResponses = statement((db, given: ForArtist & { rowsMax: number }) =>
  listing(db, given, answeredOf(db, given.artistId)).compile(),
)

const laterResponses = statement((db, given: ForArtist & { rowsMax: number; at: string; id: string }) => {
  const from = sql<boolean>`(${offeredOrOldest}, id) <= (${given.at}::timestamptz, ${given.id}::uuid)`
  return listing(db, given, answeredOf(db, given.artistId).where(from)).compile()
})

function listing(
  db: Kysely<DB>,
  { caller, artistId, rowsMax }: ForArtist & { rowsMax: number },
  answered: ReturnType<typeof answeredOf>,
) {
  const rows = answered.select(answeredColumns).orderBy(offeredOrOldest, 'desc').orderBy('id', 'desc').limit(rowsMax)
  return authority(db, caller, artistId).select(
    ifPermitted([newestAnswer(db, artistId).select('saved_seq').as('mark'), jsonArrayFrom(rows).as('responses')]),
  )
}

/** An answer as it stands, and the version of one revision where one is asked for and there is such a one. */
export async function findResponse(db: Kysely<DB>, asked: ForAnswer, revision: string | undefined) {
  if (revision !== undefined) return permitted(only(await askQuickly(db, inARevision({ ...asked, revision }))))
  const { artistId, answerId } = asked
  const current = await asItStands(db, { subject: asked.caller.subject, artistId, answerId })
  if (current !== undefined) return { current, version: null }
  return { ...permitted(only(await askQuickly(db, orWhyNot(asked)))), version: null }
}

/** Nothing but the row, for whoever may have it: to say of everybody what he may costs the server as much again. */
const asItStands = sharedReading(
  { subject: 'text', artistId: 'uuid', answerId: 'uuid' },
  (db, { subject, artistId, answerId }) =>
    answeredOf(db, artistId)
      .select(['id', 'question_key', 'question', 'source', 'sitting', 'revision', 'answer'])
      .select(asTexts)
      .where('id', '=', answerId)
      .where((eb) => eb.exists(standingOf(db, subject, artistId))),
)

/** Instants are only shown: a Date of each, and a text again, would be a fiftieth of a read. */
const asTexts = ({ cast, ref }: ExpressionBuilder<DB, 'interview_entries'>) => [
  cast<string | null>(ref('offered_at'), 'text').as('offered_at'),
  cast<string | null>(ref('answer_updated_at'), 'text').as('answer_updated_at'),
]

const orWhyNot = statement((db, asked: ForAnswer) => reading(db, asked).compile())

const inARevision = statement((db, asked: ForAnswer & { revision: string }) => {
  const version = versionsOf(db, asked.artistId, asked.answerId).where('revision', '=', asked.revision)
  return reading(db, asked)
    .select(ifPermitted([jsonObjectFrom(version).as('version')]))
    .compile()
})

const reading = (db: Kysely<DB>, { caller, artistId, answerId }: ForAnswer) =>
  authority(db, caller, artistId).select(
    ifPermitted([
      jsonObjectFrom(answeredOf(db, artistId).select(answeredColumns).where('id', '=', answerId)).as('current'),
    ]),
  )

/** An answer and its versions, the newest first, from one number down. */
export const findVersions = async (
  db: Kysely<DB>,
  { from, ...asked }: ForAnswer & { from: number | undefined; rowsMax: number },
) => permitted(only(await ask(db, from === undefined ? newestVersions(asked) : olderVersions({ ...asked, from }))))

const newestVersions = statement((db, given: ForAnswer & { rowsMax: number }) =>
  history(db, given, versionsOf(db, given.artistId, given.answerId)).compile(),
)

const olderVersions = statement((db, given: ForAnswer & { rowsMax: number; from: number }) =>
  history(db, given, versionsOf(db, given.artistId, given.answerId).where('number', '<=', given.from)).compile(),
)

function history(
  db: Kysely<DB>,
  { caller, artistId, answerId, rowsMax }: ForAnswer & { rowsMax: number },
  versions: ReturnType<typeof versionsOf>,
) {
  return authority(db, caller, artistId).select(
    ifPermitted([
      jsonObjectFrom(answeredOf(db, artistId).select(questionColumns).where('id', '=', answerId)).as('current'),
      jsonArrayFrom(versions.orderBy('number', 'desc').limit(rowsMax)).as('versions'),
    ]),
  )
}

/** A new wording: the text, its step in the chain, its number, and what was said about the edit. */
export type Wording = { answer: string; step: Step; number: number; note: string | null }

/** What saves a new wording. */
type Revising = { answerId: string; step: Step; wording: Omit<Wording, 'step'>; event: EventRow; jobId: string }

/** Saves a new wording with its version, its event and the job that lets Lore read it: one statement, so all of it or nothing. */
export const markRevised = keeping(['revised'], (begun, { answerId, step, wording, event, jobId }: Revising) =>
  begun
    .with('job', (qc) => enqueueJobAfterHead(qc, { artistId: event.artist_id, id: jobId, kind: 'lore_refresh' }))
    .with('version', (qc) =>
      insertAfterHead(qc, 'response_versions', {
        artist_id: event.artist_id,
        entry_id: answerId,
        number: wording.number,
        revision: step.revision,
        previous: step.previous,
        answer: wording.answer,
        note: wording.note,
        saved_at: event.at,
        saved_seq: event.seq,
      }),
    )
    .with('revised', (qc) =>
      qc
        .updateTable('interview_entries')
        .from('head')
        .set({
          state: step.state,
          answer: step.answer,
          revision: step.revision,
          previous: step.previous,
          answer_updated_at: event.at,
          saved_seq: event.seq,
        })
        .where('artist_id', '=', event.artist_id)
        .where('interview_entries.id', '=', answerId)
        .where('revision', '=', step.previous)
        .returning('interview_entries.revision'),
    ),
)
