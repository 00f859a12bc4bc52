import type { Handler } from '#plugins/handler.ts'
import { findBrief } from './queries.ts'
import { viewBrief } from './views.ts'

/** An overview for an interviewer (operations, section 6). It contains no evidence. */
export const readArtistBrief: Handler<'readArtistBrief'> = async ({ path, caller }, { db }) => {
  const row = await findBrief(db, caller, path.id)
  return { status: 200, body: viewBrief(path.id, row) }
}
