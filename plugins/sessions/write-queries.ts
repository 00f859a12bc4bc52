import { sql } from 'kysely'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'
import type { EntryContent, EntryRevision } from '#src/records/interview/entry-revision.ts'

type NewSitting = { id: string; requestId: string; sitting: number }

/** Stores a new sitting. */
export const insertSitting = (sitting: NewSitting, { artistId, instant }: AuditEvent): BoundQuery<unknown> =>
  insertSittingRow({ ...sitting, artistId, createdAt: instant })

const insertSittingRow = prepareQuery((db, sitting: NewSitting & { artistId: string; createdAt: string }) =>
  db
    .insertInto('interview_sessions')
    .values({
      artist_id: sitting.artistId,
      id: sitting.id,
      request_id: sitting.requestId,
      sitting: sitting.sitting,
      state: sql.lit('active'),
      created_at: sitting.createdAt,
    })
    .compile(),
)

/** A question that is asked for the first time. */
export type NewQuestion = EntryContent &
  Pick<EntryRevision, 'state' | 'revision'> & { session_id: string; ordinal: number }

/** Stores an offer. */
export const insertQuestion = ({ citations, ...question }: NewQuestion, { instant }: AuditEvent): BoundQuery<unknown> =>
  insertQuestionRow({ ...question, citations: JSON.stringify(citations), offered_at: instant })

type QuestionRow = Omit<NewQuestion, 'citations'> & { citations: string; offered_at: string }

const insertQuestionRow = prepareQuery((db, question: QuestionRow) =>
  db
    .insertInto('interview_entries')
    .values({
      artist_id: question.artist_id,
      id: question.id,
      question_key: question.question_key,
      question: question.question,
      sitting: question.sitting,
      source: question.source,
      citations: question.citations,
      state: question.state,
      revision: question.revision,
      session_id: question.session_id,
      ordinal: question.ordinal,
      offered_at: question.offered_at,
    })
    .compile(),
)

/** Closes a sitting. */
export const markFinished = (sessionId: string, { artistId, instant }: AuditEvent): BoundQuery<unknown> =>
  updateSitting({ artistId, sessionId, closedAt: instant })

const updateSitting = prepareQuery((db, sitting: { artistId: string; sessionId: string; closedAt: string }) =>
  db
    .updateTable('interview_sessions')
    .set({ state: sql.lit('finished'), closed_at: sitting.closedAt })
    .where('artist_id', '=', sitting.artistId)
    .where('id', '=', sitting.sessionId)
    .compile(),
)
