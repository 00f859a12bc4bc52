import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type ArtistScope,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { Database } from '#src/database/database.ts'
import { type BoundQuery, prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, requireOneRow } from '#src/database/query.ts'
import { type AuditEvent, selectChainHead } from '#src/records/audit/events.ts'
import { selectPublishedLore } from '#src/records/lore/versions.ts'
import { selectLatestSitting } from '#src/records/memory/memory-queries.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { boundaryColumns } from './queries.ts'
import type { BoundaryRow } from './views.ts'

/** What saving a boundary is decided on. `activeCount` counts those that hold in the latest sitting or a later one. */
export const findForBoundary = prepareQuery(
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
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(selectIfAuthorized([jsonObjectFrom(saved).as('saved'), jsonObjectFrom(question).as('question')]))
      .select(selectIfAuthorized([selectLatestSitting(artistId).as('latestSitting'), active.as('activeCount')]))
      .compile()
  },
)

type ForPreview = ArtistScope & { questionKey: string }

/** What a preview is made of besides the answers: the artist's name, the question, and the published Lore. */
export async function findForPreview(db: Database, params: ForPreview) {
  return requireAuthorized(requireOneRow(await queryPipelined(db, selectForPreview(params))))
}

const selectForPreview = prepareQuery((db, { caller, artistId, questionKey }: ForPreview) => {
  const question = db
    .selectFrom('interview_entries')
    .select('question')
    .where('artist_id', '=', artistId)
    .where('question_key', '=', questionKey)
  const lore = selectPublishedLore(db, artistId)
    .select(['text', 'citations', 'revision'])
    .$castTo<{ text: string; citations: HashedCitation[]; revision: string }>()
  return selectAuthorization(db, caller, artistId)
    .select(selectIfAuthorized([sql<string>`a.name`.as('artistName'), question.as('question')]))
    .select(selectIfAuthorized([jsonObjectFrom(lore).as('lore')]))
    .compile()
})

/** A boundary as it is stored; its instant is the event's. */
export type NewBoundary = Omit<BoundaryRow, 'created_at' | 'retracted_at'> & { request_id: string; entry_id: string }

/** Stores a boundary. */
export const insertBoundary = (boundary: NewBoundary, { artistId, instant }: AuditEvent): BoundQuery<unknown> =>
  insertBoundaryRow({ ...boundary, artist_id: artistId, created_at: instant })

const insertBoundaryRow = prepareInsert('interview_boundaries', [
  'artist_id',
  'id',
  'request_id',
  'entry_id',
  'question_key',
  'question',
  'wording',
  'scope',
  'sitting',
  'revision',
  'created_at',
])

/** What a retraction is decided on. */
export const findBoundary = prepareQuery(
  (db, { caller, artistId, boundaryId }: ArtistScope & { boundaryId: string }) => {
    const boundary = db
      .selectFrom('interview_boundaries')
      .select(boundaryColumns)
      .where('artist_id', '=', artistId)
      .where('id', '=', boundaryId)
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(selectIfAuthorized([jsonObjectFrom(boundary).as('boundary')]))
      .compile()
  },
)

/** Lifts a boundary. */
export const markRetracted = (boundaryId: string, { artistId, instant }: AuditEvent): BoundQuery<unknown> =>
  updateBoundary({ artistId, boundaryId, retractedAt: instant })

const updateBoundary = prepareQuery((db, params: { artistId: string; boundaryId: string; retractedAt: string }) =>
  db
    .updateTable('interview_boundaries')
    .set({ retracted_at: params.retractedAt })
    .where('artist_id', '=', params.artistId)
    .where('id', '=', params.boundaryId)
    .compile(),
)
