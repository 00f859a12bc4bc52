import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type ArtistScope,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { Database } from '#src/database/database.ts'
import type { Instant } from '#src/database/instants.ts'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, requireOneRow } from '#src/database/query.ts'
import { type AuditEvent, selectChainHead } from '#src/records/audit/events.ts'
import { selectNewestLore, selectPublishedLore } from '#src/records/lore/versions.ts'
import { selectCorrections } from '#src/records/memory/memory-queries.ts'
import { saveCorrection } from '#src/records/memory/save-correction.ts'

/** A correction as it is stored. The last four are of a passage of the Lore, null for any other claim. */
export type SavedCorrectionRow = {
  id: string
  revision: string
  claim: string
  correction: string | null
  correction_kind: string
  created_at: Instant
  updated_at: Instant
  retracted_at: Instant | null
  request_id: string | null
  lore_revision: string | null
  claim_start: number | null
  claim_end: number | null
}

const columns = [
  ...(['id', 'revision', 'claim', 'correction', 'correction_kind', 'created_at', 'updated_at'] as const),
  ...(['retracted_at', 'request_id', 'lore_revision', 'claim_start', 'claim_end'] as const),
]

/**
 * What a correction of the Lore is decided on: the one that the request saved before, the published
 * text, and the newest.
 */
export const findForCorrection = prepareQuery(
  (db, { caller, artistId, requestId }: ArtistScope & { requestId: string }) => {
    const saved = db
      .selectFrom('corrections')
      .select(columns)
      .where('artist_id', '=', artistId)
      .where('request_id', '=', requestId)
    const holding = db
      .selectFrom('corrections')
      .select(sql<number>`count(*)::int4`.as('count'))
      .where('artist_id', '=', artistId)
      .where('retracted_at', 'is', null)
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(
        selectIfAuthorized([
          jsonObjectFrom(saved.$castTo<SavedCorrectionRow>()).as('saved'),
          jsonObjectFrom(selectPublishedLore(db, artistId).select(['text', 'revision'])).as('published'),
          jsonObjectFrom(selectNewestLore(db, artistId).select(['text', 'revision'])).as('newest'),
          holding.as('holding'),
        ]),
      )
      .compile()
  },
)

/** What a retraction is decided on. */
export const findCorrection = prepareQuery(
  (db, { caller, artistId, correctionId }: ArtistScope & { correctionId: string }) => {
    const correction = db
      .selectFrom('corrections')
      .select(columns)
      .where('artist_id', '=', artistId)
      .where('id', '=', correctionId)
      .$castTo<SavedCorrectionRow>()
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(selectIfAuthorized([jsonObjectFrom(correction).as('correction')]))
      .compile()
  },
)

/** A new correction; its instants are the event's. */
export type NewCorrection = Omit<SavedCorrectionRow, 'created_at' | 'updated_at' | 'retracted_at'>

/** Stores a correction with its first version. */
export const insertCorrection = (row: NewCorrection, { artistId, instant }: AuditEvent): BoundQuery<unknown>[] =>
  saveCorrection({ ...row, previous: null, number: 1 }, artistId, instant)

/** Retracts a correction that holds. */
export const markCorrectionRetracted = (correctionId: string, { artistId, instant }: AuditEvent): BoundQuery<unknown> =>
  updateCorrection({ artistId, correctionId, retractedAt: instant })

const updateCorrection = prepareQuery((db, params: { artistId: string; correctionId: string; retractedAt: string }) =>
  db
    .updateTable('corrections')
    .set({ retracted_at: params.retractedAt })
    .where('artist_id', '=', params.artistId)
    .where('id', '=', params.correctionId)
    .compile(),
)

type CorrectionsPage = ArtistScope & { from: number; limit: number }

/** The corrections that hold, each by identity and revision, and `limit` of them from a place on. */
export async function listHolding(db: Database, params: CorrectionsPage) {
  return requireAuthorized(requireOneRow(await queryPipelined(db, selectHolding(params))))
}

const selectHolding = prepareQuery((db, { caller, artistId, from, limit }: CorrectionsPage) => {
  const page = selectCorrections(db, artistId).select(columns).offset(from).limit(limit).$castTo<SavedCorrectionRow>()
  return selectAuthorization(db, caller, artistId)
    .select(
      selectIfAuthorized([
        jsonArrayFrom(selectCorrections(db, artistId).select(['id', 'revision'])).as('holding'),
        jsonArrayFrom(page).as('corrections'),
      ]),
    )
    .compile()
})
