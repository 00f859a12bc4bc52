import { sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { prepareAuthorized } from '#src/auth/authorized-read.ts'
import { selectInterview } from './queries.ts'
import { viewLegacyOffers, viewSession } from './views.ts'

/** The latest sitting and the open legacy offers, as they are saved (operations, section 3). */
export const restoreInterview: Handler<'restoreInterview'> = async ({ path, caller }, { db }) => {
  const { sitting, legacyOffers } = await findInterview(db, { caller, artistId: path.id })
  const session = sitting && viewSession(sitting)
  return { status: 200, body: { status: 'ok', session, legacyOffers: viewLegacyOffers(legacyOffers) } }
}

const findInterview = prepareAuthorized((db, { artistId }) =>
  selectInterview(
    db,
    artistId,
    sql`s.sitting = (select max(i.sitting) from interview_sessions i where i.artist_id = ${artistId})`,
  ),
)
