import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import { ask } from './ask.ts'
import { isBroken, sendTogether } from './connection.ts'
import { send } from './send.ts'
import type { Asked } from './statement.ts'
import type { DB } from './tables.gen.ts'
import { retrying, transact } from './transact.ts'
import { type Ways, waysOf } from './ways.ts'

type All = readonly Asked<unknown>[]
type RowsOf<Some extends All> = { -readonly [At in keyof Some]: Some[At] extends Asked<infer Row> ? Row[] : never }

/** A transaction of two round trips: what it is decided on, and what is kept. */
export type Change = {
  /** Asks one after the other. Each sees what was committed before its turn, so what follows a lock is read once the lock has come. */
  ask<const Some extends All>(...some: Some): Promise<RowsOf<Some>>
  /** Sends the last statement with the COMMIT. A part of it that was to change a row and found none has to make it fail (./or-fail.ts). */
  keep<Row>(asked: Asked<Row>): Promise<Row[]>
}

/**
 * Runs `work` in one READ COMMITTED transaction with the promises of `transact`: it is tried again after a conflict, and refused with
 * `persistence_unavailable` when nobody knows whether it was kept. What does not wait for an answer travels together, unless the database
 * has to be asked one thing at a time.
 */
export function change<T>(db: Kysely<DB>, work: (change: Change) => Promise<T>): Promise<T> {
  const ways = waysOf(db)
  return ways === undefined ? transact(db, (trx) => work(oneByOne(trx))) : retrying(() => travelling(ways, work))
}

const oneByOne = (trx: Transaction<DB>): Change => ({
  ask: async <const Some extends All>(...some: Some) => {
    const rows: unknown[][] = []
    for (const asked of some) rows.push(await ask(trx, asked))
    return rows as RowsOf<Some>
  },
  keep: (asked) => ask(trx, asked),
})

async function travelling<T>({ pool, ended }: Ways, work: (change: Change) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let state: 'new' | 'open' | 'over' = 'new'
  let broken: Error | undefined

  /** All of what is sent, answered; or the first failure, of which the later ones are only the consequences. */
  async function together<const Some extends readonly Promise<unknown>[]>(...sent: Some) {
    const answers = await Promise.allSettled(sent)
    const failures = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason)
    broken ??= failures.find(isBroken)
    if (failures.length > 0) throw failures[0]
    return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value)
  }

  /** The end of what is still open. */
  async function end(words: 'commit' | 'rollback'): Promise<void> {
    if (state !== 'open') return
    state = 'over'
    await together(client.query(words))
  }

  const steps: Change = {
    ask: async <const Some extends All>(...some: Some) => {
      if (state === 'over') throw new Error('A change that was kept is over')
      sendTogether(client)
      const begun = state === 'new' ? [client.query('begin isolation level read committed')] : []
      state = 'open'
      const answers = await together(...begun, ...some.map((asked) => send(client, asked, ended)))
      return answers.slice(begun.length) as RowsOf<Some>
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
