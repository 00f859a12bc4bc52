import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { allowNull, isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { offeredAtOrMinusInfinity } from '#src/records/interview/entries.ts'
import { selectNewestAnswer } from '#src/records/memory/memory-queries.ts'
import { type HasAnswer, questionColumns, selectAnswered } from './queries.ts'
import { viewResponse } from './views.ts'

const cursors = createCursorCodec('listInterviewResponses', { at: allowNull(isInstant), id: isUuid })

/**
 * Answered questions, the newest offer first, those without a known instant last (operations, section 4). A cursor is
 * bound to the audit number of the newest version of all: that moves with each saved or revised answer alone.
 */
export const listInterviewResponses: Handler<'listInterviewResponses'> = async ({ path, query, caller }, { db }) => {
  const artistId = path.id
  const { position, cut } = cursors.openPage({ artistId }, query)
  const { at = null, id = '' } = position ?? {}
  const following = sql<boolean>`(${offeredAtOrMinusInfinity}, id) < (${at ?? '-infinity'}::timestamptz, ${id}::uuid)`
  const rows = selectAnswered(db, artistId)
    .select([...questionColumns, 'revision', 'answer', 'offered_at', 'answer_updated_at'])
    .$narrowType<HasAnswer>()
    .$if(position !== undefined, (qb) => qb.where(following))
    .orderBy(offeredAtOrMinusInfinity, 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  const list = await readAuthorized(db, { caller, artistId }, [
    selectNewestAnswer(db, artistId).select('saved_seq').as('listVersion'),
    jsonArrayFrom(rows).as('rows'),
  ])
  const { page, nextCursor } = cut(list, ({ offered_at, id }) => ({ at: viewInstantOrNull(offered_at), id }))
  return { status: 200, body: { status: 'ok', responses: page.map(viewResponse), nextCursor } }
}
