import { sql } from 'kysely'
import { type BoundQuery, prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'

type NewSitting = { id: string; requestId: string; sitting: number }

/** Stores a new sitting. */
export const insertSitting = (
  { id, requestId: request_id, sitting }: NewSitting,
  { artistId: artist_id, instant: created_at }: AuditEvent,
): BoundQuery<unknown> => insertSittingRow({ artist_id, id, request_id, sitting, state: 'active', created_at })

const insertSittingRow = prepareInsert('interview_sessions', [
  'artist_id',
  'id',
  'request_id',
  'sitting',
  'state',
  'created_at',
])

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
