import { type NotNull, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type ArtistScope, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { selectChainHead } from '#src/records/audit/events.ts'

/** The state from which a revise is decided. */
export const findForRevise = prepareQuery((db, { caller, artistId, answerId }: ArtistScope & { answerId: string }) => {
  const current = db
    .selectFrom('interview_entries')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('id', '=', answerId)
    .where('state', '=', sql.lit('answered'))
    .$narrowType<{ answer: NotNull }>()
  const newestVersion = db
    .selectFrom('response_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', answerId)
  return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
    .select(selectIfAuthorized([jsonObjectFrom(current).as('current'), newestVersion.as('number')]))
    .compile()
})
