import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type ArtistScope,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { AggregatedRow } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { Corrections, DB } from '#src/database/tables.gen.ts'
import { selectChainHead } from '#src/records/audit/events.ts'
import { selectNewestLore, selectPublishedLore } from '#src/records/lore/versions.ts'
import { selectCorrections, selectListVersion } from '#src/records/memory/memory-queries.ts'

export type CorrectionRow = AggregatedRow<Corrections>

/**
 * What a correction of the Lore is decided on: the one that the request saved before, the published
 * text, and the newest.
 */
export const findForCorrection = prepareQuery(
  (db, { caller, artistId, requestId }: ArtistScope & { requestId: string }) => {
    const corrections = db.selectFrom('corrections').where('artist_id', '=', artistId)
    const holding = corrections.select(sql<number>`count(*)::int4`.as('count')).where('retracted_at', 'is', null)
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(
        selectIfAuthorized([
          jsonObjectFrom(corrections.selectAll().where('request_id', '=', requestId)).as('saved'),
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
      .selectAll()
      .where('artist_id', '=', artistId)
      .where('id', '=', correctionId)
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(selectIfAuthorized([jsonObjectFrom(correction).as('correction')]))
      .compile()
  },
)

type CorrectionsPage = ArtistScope & { from: number; limit: number }

/** The corrections that hold, up to `limit` of them from a place on. */
export async function listHolding(db: Kysely<DB>, { caller, artistId, from, limit }: CorrectionsPage) {
  const holding = selectCorrections(db, artistId)
  const reading = selectAuthorization(db, caller, artistId).select(
    selectIfAuthorized([
      selectListVersion(holding).as('listVersion'),
      jsonArrayFrom(holding.selectAll().offset(from).limit(limit)).as('rows'),
    ]),
  )
  return requireAuthorized(await reading.executeTakeFirstOrThrow())
}
