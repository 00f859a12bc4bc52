import type { Handler } from '#plugins/handler.ts'
import { findInterview } from './queries.ts'
import { viewInterview } from './views.ts'

/** The latest sitting and the open legacy offers, as they are saved (operations, section 3). */
export const restoreInterview: Handler<'restoreInterview'> = async ({ path, caller }, { db }) => {
  const { sitting, legacyOffers } = await findInterview(db, { caller, artistId: path.id })
  return { status: 200, body: viewInterview(sitting, legacyOffers) }
}
