import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type ArtistScope, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import { orFail } from '#src/database/or-fail.ts'
import { statement } from '#src/database/statement.ts'
import { enqueueJobIfAppended } from '#src/queue/enqueue.ts'
import { appendIfHeadUnchanged, type EventRow, insertIfAppended, selectChainHead } from '#src/records/audit/events.ts'
import { selectLatestSitting } from '#src/records/memory/memory-queries.ts'
import { newLoreRefresh } from './jobs.ts'
import { boundaryColumns } from './queries.ts'
import type { BoundaryRow } from './views.ts'

/** What saving a boundary is decided on. `activeCount` counts those that hold in the latest sitting or a later one. */
export const findForBoundary = statement(
  (db, { caller, artistId, requestId, questionKey }: ArtistScope & { requestId: string; questionKey: string }) => {
    const saved = db
      .selectFrom('interview_boundaries')
      .select(boundaryColumns)
      .where('artist_id', '=', artistId)
      .where('request_id', '=', requestId)
    const question = db
      .selectFrom('interview_entries')
      .select(['id', 'question_key', 'question'])
      .where('artist_id', '=', artistId)
      .where('question_key', '=', questionKey)
    const active = db
      .selectFrom('interview_boundaries')
      .select(sql<number>`count(*)`.as('count'))
      .where('artist_id', '=', artistId)
      .where('retracted_at', 'is', null)
      .where((eb) => eb.or([eb('scope', '=', 'until_retracted'), eb('sitting', '>=', selectLatestSitting(artistId))]))
    return selectChainHead(selectAuthorization(db, caller, artistId))
      .select(selectIfAuthorized([jsonObjectFrom(saved).as('saved'), jsonObjectFrom(question).as('question')]))
      .select(selectIfAuthorized([selectLatestSitting(artistId).as('latestSitting'), active.as('activeCount')]))
      .compile()
  },
)

/** A boundary as it is stored; its instant is the event's. */
export type NewBoundary = Omit<BoundaryRow, 'created_at' | 'retracted_at'> & { request_id: string; entry_id: string }

/** The event of a change, and the identifier of the Lore refresh should none be queued yet. */
type Changing = { event: EventRow; jobId: string }

/** Stores a boundary with its event and the job that lets Lore respect it. */
export const insertBoundary = statement((db, { boundary, event, jobId }: Changing & { boundary: NewBoundary }) =>
  appendIfHeadUnchanged(db, event)
    .with('job', (qc) => enqueueJobIfAppended(qc, newLoreRefresh(event.artist_id, jobId)))
    .with('saved', (qc) =>
      insertIfAppended(qc, 'interview_boundaries', {
        artist_id: event.artist_id,
        id: boundary.id,
        request_id: boundary.request_id,
        entry_id: boundary.entry_id,
        question_key: boundary.question_key,
        question: boundary.question,
        wording: boundary.wording,
        scope: boundary.scope,
        sitting: boundary.sitting,
        revision: boundary.revision,
        created_at: event.at,
      }).returning(boundaryColumns),
    )
    .selectFrom('saved')
    .selectAll()
    .$castTo<BoundaryRow>()
    .compile(),
)

/** What a retraction is decided on. */
export const findBoundary = statement((db, { caller, artistId, boundaryId }: ArtistScope & { boundaryId: string }) => {
  const boundary = db
    .selectFrom('interview_boundaries')
    .select(boundaryColumns)
    .where('artist_id', '=', artistId)
    .where('id', '=', boundaryId)
  return selectChainHead(selectAuthorization(db, caller, artistId))
    .select(selectIfAuthorized([jsonObjectFrom(boundary).as('boundary')]))
    .compile()
})

/** Lifts a boundary with its event and the job that lets Lore do without it. */
export const markRetracted = statement((db, { boundaryId, event, jobId }: Changing & { boundaryId: string }) =>
  appendIfHeadUnchanged(db, event)
    .with('job', (qc) => enqueueJobIfAppended(qc, newLoreRefresh(event.artist_id, jobId)))
    .with('retracted', (qc) =>
      qc
        .updateTable('interview_boundaries')
        .from('head')
        .set({ retracted_at: event.at })
        .where('artist_id', '=', event.artist_id)
        .where('interview_boundaries.id', '=', boundaryId)
        .where('retracted_at', 'is', null)
        .returning(boundaryColumns.map((column) => `interview_boundaries.${column}` as const)),
    )
    .selectFrom('head')
    .leftJoin('retracted', (join) => join.onTrue())
    .selectAll('retracted')
    .select(orFail('retracted').as('all'))
    .$castTo<BoundaryRow>()
    .compile(),
)
