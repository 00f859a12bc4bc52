import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { allowNull, isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { offeredAtOrMinusInfinity } from '#src/records/interview/entries.ts'
import { selectNewestAnswer } from '#src/records/memory/memory-queries.ts'
import { type HasAnswer, questionColumns, selectAnswered } from './queries.ts'
import { viewResponse } from './views.ts'

const cursors = createCursorCodec('listInterviewResponses', { at: allowNull(isInstant), id: isUuid })

/**
 * Answered questions, the newest offer first, those without a known instant last. A cursor is valid until any answer
 * changes (operations, section 4).
 */
export const listInterviewResponses: Handler<'listInterviewResponses'> = async ({ path, query, caller }, { db }) => {
  const { limit } = query
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const params = { caller, artistId: path.id, after: cursor?.position, limit: limit + 1 }
  const { listVersion, rows } = await findResponses(db, params)
  const { page, nextCursor } = cursors.cutPage(
    { listing, cursor, listVersion: listVersion ?? 0, rows, limit },
    ({ offered_at, id }) => ({ at: viewInstantOrNull(offered_at), id }),
  )
  return { status: 200, body: { status: 'ok', responses: page.map(viewResponse), nextCursor } }
}

type ResponsesPage = ArtistScope & { after: { at: string | null; id: string } | undefined; limit: number }

/** With the audit number of the newest version of all: it moves with every saved or revised answer, and nothing else. */
export async function findResponses(db: Kysely<DB>, { caller, artistId, after, limit }: ResponsesPage) {
  const rows = selectAnswered(db, artistId)
    .select([...questionColumns, 'revision', 'answer', 'offered_at', 'answer_updated_at'])
    .$narrowType<HasAnswer>()
    .$if(after !== undefined, (qb) =>
      qb.where(
        sql<boolean>`(${offeredAtOrMinusInfinity}, id) < (${after?.at ?? '-infinity'}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(offeredAtOrMinusInfinity, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return await readAuthorized(db, { caller, artistId }, [
    selectNewestAnswer(db, artistId).select('saved_seq').as('listVersion'),
    jsonArrayFrom(rows).as('rows'),
  ])
}
