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
 * Runs a change in one READ COMMITTED transaction of two trips: BEGIN, the lock and what follows it; then what is kept,
 * with the COMMIT. What is asked after the lock sees everything that was committed before it came.
 */
export async function locked<T>({ pool, ended }: Ways, work: (change: Steps) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let state: 'new' | 'open' | 'over' = 'new'
  let broken: Error | undefined

  /** All of what is sent, answered; or the first failure. */
  async function together(...sent: readonly Promise<unknown>[]) {
    const { answers, failures } = await settled(sent)
    broken ??= failures.find(isBroken) as Error | undefined
    if (failures.length > 0) throw failures[0]
    return answers
  }

  /** The end of what is still open. */
  async function end(words: 'commit' | 'rollback'): Promise<void> {
    if (state !== 'open') return
    state = 'over'
    await together(client.query(words))
  }

  const steps: Steps = {
    under: async <const Some extends All>(lock: Asked<unknown>, ...some: Some) => {
      if (state !== 'new') throw new Error('A change is decided on once, before it is kept')
      state = 'open'
      sendTogether(client)
      const begun = client.query('begin isolation level read committed')
      const asked = [lock, ...some].map((each) => send(client, each, ended))
      const [, given, ...rows] = await together(begun, ...asked)
      return { held: (given as unknown[]).length > 0, rows: rows as RowsOf<Some> }
    },
    keep: async <Row>(asked: Asked<Row>) => {
      if (state !== 'open') throw new Error('A change is kept once, after it was decided on')
      state = 'over'
      sendTogether(client)
      const [rows, outcome] = await together(send(client, asked, ended), client.query('commit'))
      if ((outcome as pg.QueryResult).command !== 'COMMIT') throw new Error('A change was undone without a word')
      return rows as Row[]
    },
  }
  try {
    const result = await work(steps)
    await end('commit')
    return result
  } catch (error) {
    // Whatever fails now, the first failure is the one to tell.
    await end('rollback').catch(() => {})
    throw error
  } finally {
    client.release(broken)
  }
}

/** The same one thing at a time. */
export const lockedOverQueries = <T>(db: Kysely<DB>, work: (change: Steps) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((trx) =>
      work({
        under: async <const Some extends All>(lock: Asked<unknown>, ...some: Some) => {
          const held = (await ask(trx, lock)).length > 0
          const rows: unknown[][] = []
          for (const asked of some) rows.push(await ask(trx, asked))
          return { held, rows: rows as RowsOf<Some> }
        },
        keep: (asked) => ask(trx, asked),
      }),
    )
