import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type ArtistScope, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectChainHead } from '#src/records/audit/events.ts'
import { selectRecoverable } from '#src/research/recover/missing-texts.ts'
import { recoverPurposePattern } from '#src/research/recover/purpose.ts'

/** The state from which a recovery is decided. */
export const findForRecovery = prepareQuery(
  (db, { caller, artistId, sourceIds }: ArtistScope & { sourceIds: readonly string[] }) => {
    const records = selectRecoverable(db, artistId)
      .select(['source_id', 'url', 'revision'])
      .where(sql<boolean>`source_id = any(${sourceIds})`)
    const live = db
      .selectFrom('artist_research_jobs')
      .select('id')
      .where('artist_id', '=', artistId)
      .where('kind', '=', 'source_search')
      .where('purpose', 'like', recoverPurposePattern)
      .where('state', 'in', ['pending', 'waiting'])
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(
        selectIfAuthorized([jsonArrayFrom(records).as('records'), expressionBuilder<DB>().exists(live).as('isLive')]),
      )
      .compile()
  },
)
