import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { authority, type ForArtist, ifPermitted } from '#src/auth/artist-authorization.ts'
import { statement } from '#src/database/statement.ts'
import { withHead } from '../audit/events.ts'

/** What a revise is decided on. */
export const findForRevise = statement((db, { caller, artistId, answerId }: ForArtist & { answerId: string }) => {
  const current = db
    .selectFrom('interview_entries')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('id', '=', answerId)
    .where('state', '=', sql.lit('answered'))
  const newestVersion = db
    .selectFrom('response_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', answerId)
  return withHead(authority(db, caller, artistId))
    .select(ifPermitted([jsonObjectFrom(current).as('current'), newestVersion.as('number')]))
    .compile()
})
