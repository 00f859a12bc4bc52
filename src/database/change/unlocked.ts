import type { Kysely } from 'kysely'
import type pg from 'pg'
import { ask } from '#src/database/ask.ts'
import { isBroken, sendTogether } from '#src/database/connection.ts'
import { send } from '#src/database/send.ts'
import { settled } from '#src/database/settled.ts'
import type { Asked } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Ways } from '#src/database/ways.ts'
import type { All, RowsOf, Steps } from './change.ts'

/**
 * A change that locks nothing and holds no connection while it is decided on; each statement is a transaction of its
 * own, and may keep several changes.
 */
export const unlocked = ({ pool, lane, ended, keeper }: Ways): Steps => ({
  under: async <const Some extends All>(_lock: Asked<unknown>, ...some: Some) => {
    const [first, ...more] = some
    // Several on one connection, one after the other: what is read first has to be the oldest, for by it is known
    // whether the rest has moved.
    const rows =
      lane !== undefined && first !== undefined && more.length === 0
        ? [await lane.send(first)]
        : await over(pool, (client) => some.map((asked) => send(client, asked, ended)))
    return { held: true, rows: rows as RowsOf<Some> }
  },
  keep: keeper.keep,
})

/** Lends a connection for what is sent over it at once; one that broke is thrown away. */
async function over(pool: pg.Pool, sending: (client: pg.PoolClient) => Promise<unknown>[]): Promise<unknown[]> {
  const client = await pool.connect()
  sendTogether(client)
  const { answers, failures } = await settled(sending(client))
  client.release(failures.find(isBroken) as Error | undefined)
  if (failures.length > 0) throw failures[0]
  return answers
}

/** The same one thing at a time. */
export const unlockedOverQueries = (db: Kysely<DB>): Steps => ({
  under: async <const Some extends All>(_lock: Asked<unknown>, ...some: Some) => {
    const rows: unknown[][] = []
    for (const asked of some) rows.push(await ask(db, asked))
    return { held: true, rows: rows as RowsOf<Some> }
  },
  keep: (asked) => ask(db, asked),
})
