import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { AggregatedRow } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { Corrections, DB } from '#src/database/tables.gen.ts'
import { selectForChange } from '#src/records/audit/events.ts'
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
    return selectForChange(db, { caller, artistId }, [
      jsonObjectFrom(corrections.selectAll().where('request_id', '=', requestId)).as('saved'),
      jsonObjectFrom(selectPublishedLore(db, artistId).select(['text', 'revision'])).as('published'),
      jsonObjectFrom(selectNewestLore(db, artistId).select(['text', 'revision'])).as('newest'),
      holding.as('holding'),
    ])
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
    return selectForChange(db, { caller, artistId }, [jsonObjectFrom(correction).as('correction')])
  },
)

type CorrectionsPage = ArtistScope & { from: number; limit: number }

/** The corrections that hold, up to `limit` of them from a place on. */
export async function listHolding(db: Kysely<DB>, { caller, artistId, from, limit }: CorrectionsPage) {
  const holding = selectCorrections(db, artistId)
  return await readAuthorized(db, { caller, artistId }, [
    selectListVersion(holding).as('listVersion'),
    jsonArrayFrom(holding.selectAll().offset(from).limit(limit)).as('rows'),
  ])
}
