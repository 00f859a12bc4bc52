import DataLoader from 'dataloader'
import { type NotNull, sql } from 'kysely'
import type { Database } from '#src/database/database.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined } from '#src/database/query.ts'
import { questionColumns, type ResponseRow } from './queries.ts'

/** Keys in one statement at most. More make each side wait for the other: the server answers after the last key. */
export const keysMax = 16

/** A user and an answer. The server would refuse the whole statement for one id that is no UUID. */
export type ClaimedKey = { userId: string; artistId: string; answerId: string }

const loaders = new WeakMap<Database, DataLoader<ClaimedKey, ResponseRow | undefined>>()

/**
 * The current version for an approved claimant, read by one statement for all calls of one event loop iteration, since
 * a statement for each costs more than its row. Only the row: to return the authorization as well would double the
 * server's cost.
 */
export function findClaimed(db: Database, key: ClaimedKey): Promise<ResponseRow | undefined> {
  const loader = loaders.get(db) ?? createLoader(db)
  loaders.set(db, loader)
  return loader.load(key)
}

const createLoader = (db: Database) =>
  new DataLoader<ClaimedKey, ResponseRow | undefined>((keys) => readClaimed(db, keys), {
    cache: false,
    maxBatchSize: keysMax,
    batchScheduleFn: setImmediate,
  })

async function readClaimed(db: Database, keys: readonly ClaimedKey[]): Promise<(ResponseRow | undefined)[]> {
  const columns = {
    userIds: keys.map(({ userId }) => userId),
    artistIds: keys.map(({ artistId }) => artistId),
    answerIds: keys.map(({ answerId }) => answerId),
  }
  const rows = new Map((await queryPipelined(db, selectClaimed(columns))).map((row) => [row.nth, row]))
  return keys.map((_, index) => rows.get(index + 1))
}

type KeyRow = { user_id: string; artist_id: string; id: string; nth: number }

/**
 * Rows with the number of their key (`nth`, from 1). The limit keeps the planner from reading an answer before the
 * claim is checked; the lists come out of subqueries, or it would plan again for each number of keys.
 */
export const selectClaimed = prepareQuery((db, keys: Record<'userIds' | 'artistIds' | 'answerIds', string[]>) => {
  const lists = [keys.userIds, keys.artistIds, keys.answerIds].map((ids) => sql`(select ${ids}::uuid[])`)
  return db
    .selectFrom(sql<KeyRow>`unnest(${sql.join(lists)}) with ordinality`.as<'k'>(sql`k (user_id, artist_id, id, nth)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('interview_entries as e')
          .select([...questionColumns, 'e.revision', 'e.answer', 'e.offered_at', 'e.answer_updated_at'])
          .$narrowType<{ answer: NotNull }>()
          .whereRef('e.artist_id', '=', 'k.artist_id')
          .whereRef('e.id', '=', 'k.id')
          .where('e.state', '=', sql.lit('answered'))
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('claims as c')
                .select('c.state')
                .whereRef('c.artist_id', '=', 'k.artist_id')
                .whereRef('c.user_id', '=', 'k.user_id')
                .where('c.state', '=', sql.lit('approved')),
            ),
          )
          .limit(sql.lit(1))
          .as('found'),
      (join) => join.onTrue(),
    )
    .select('k.nth')
    .selectAll('found')
    .compile()
})
