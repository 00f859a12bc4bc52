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

/** What a change is decided on and what is kept of it: two round trips. */
export type Change = {
  /**
   * Asks one after the other what the change is decided on, once `lock` has come; each sees what was committed before its turn. `held` says
   * whether `lock` found its row. The first time around nothing is locked: see `change`.
   */
  under<const Some extends All>(
    lock: Asked<unknown>,
    ...some: Some
  ): Promise<{ held: boolean; rows: RowsOf<Some> }>
  /**
   * Sends the last statement, by which all is kept or nothing. It returns no row where what it was decided on has moved and nothing was written; a
   * part of it that was to change a row and found none has to make it fail (./or-fail.ts).
   */
  keep<Row>(asked: Asked<Row>): Promise<Row[]>
}

/**
 * Runs `work` with the promises of `transact`: what it keeps is kept as one; it is tried again after a conflict, and refused with
 * `persistence_unavailable` when nobody knows whether it was kept.
 *
 * First without a lock: it reads, decides, and keeps by one statement that compares and sets. Nobody waits for it while it decides. Where somebody
 * else was faster, it is done anew under the lock, where nobody can be. So `work` is `key`'s alone, and does nothing but ask and keep.
 */
export function change<T>(db: Kysely<DB>, key: string, work: (change: Change) => Promise<T>): Promise<T> {
  const ways = waysOf(db)
  if (ways === undefined) return transact(db, (trx) => work(oneByOne(trx)))
  return retrying(async () => {
    try {
      return await work(unlocked(ways, key))
    } catch (error) {
      if (error !== moved) throw error
      return await travelling(ways, work)
    }
  })
}

const oneByOne = (trx: Transaction<DB>): Change => ({
  under: async <const Some extends All>(lock: Asked<unknown>, ...some: Some) => {
    const held = (await ask(trx, lock)).length > 0
    const rows: unknown[][] = []
    for (const asked of some) rows.push(await ask(trx, asked))
    return { held, rows: rows as RowsOf<Some> }
  },
  keep: (asked) => ask(trx, asked),
})

/** What a change without a lock ends with whose row has moved, or is just about to be moved by another one of this process. */
const moved = new Error('Somebody else was faster')

/** Keys that a statement without a lock is about to move. */
const moving = new Set<string>()

function unlocked({ pool, ended, lane }: Ways, key: string): Change {
  return {
    under: async <const Some extends All>(_lock: Asked<unknown>, ...some: Some) => {
      const [first] = some
      if (lane !== undefined && first !== undefined && some.length === 1) return { held: true, rows: [await lane.send(first)] as unknown as RowsOf<Some> }
      return { held: true, rows: await over(pool, (client) => together(...some.map((asked) => send(client, asked, ended)))) as RowsOf<Some> }
    },
    keep: async (asked) => {
      if (moving.has(key)) throw moved
      moving.add(key)
      try {
        const rows = await over(pool, (client) => send(client, asked, ended))
        if (rows.length === 0) throw moved
        return rows
      } finally {
        moving.delete(key)
      }
    },
  }
}

/** All of what is sent, answered; or the first failure, of which the later ones are only the consequences. */
async function together<const Some extends readonly Promise<unknown>[]>(...sent: Some) {
  const answers = await Promise.allSettled(sent)
  const failures = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason)
  if (failures.length > 0) throw failures.find(isBroken) ?? failures[0]
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value)
}

async function over<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    sendTogether(client)
    return await work(client)
  } catch (error) {
    broken = isBroken(error) ? (error as Error) : undefined
    throw error
  } finally {
    client.release(broken)
  }
}

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
    under: async <const Some extends All>(lock: Asked<unknown>, ...some: Some) => {
      if (state !== 'new') throw new Error('A change locks once')
      sendTogether(client)
      state = 'open'
      const [, locked, ...rows] = await together(client.query('begin isolation level read committed'), ...[lock, ...some].map((asked) => send(client, asked, ended)))
      return { held: (locked as unknown[]).length > 0, rows: rows as RowsOf<Some> }
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
