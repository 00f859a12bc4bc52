import type { Kysely } from 'kysely'
import type pg from 'pg'
import { type Turns, takeTurns } from './change/in-turn.ts'
import { type Keeper, openKeeper } from './keeper.ts'
import { type Lane, openLane } from './lane.ts'
import { sendAlone } from './send.ts'
import type { Ended } from './slow-query.ts'
import type { DB } from './tables.gen.ts'
import { waitingMax } from './turn.ts'

/** Ways past the query builder, for statements that are compiled already. */
export type Ways = {
  pool: pg.Pool
  /** Hears of every statement that goes this way. */
  ended: Ended | undefined
  /** Of short reads; undefined where one connection is all there is: it cannot be kept from those who write. */
  lane: Lane | undefined
  /** Of short writes; undefined where there are too few connections for one that is theirs. */
  writeLane: Lane | undefined
  /** Whether several may share a statement (./shared-reading.ts, ./keeper.ts). */
  shares: boolean
  keeper: Keeper
  /** Of those who change the same thing. */
  turns: Turns
}

/**
 * Connections of a pool that has one for short writes: half of these are left when there is one for short reads as
 * well.
 */
const writersMin = 4

/**
 * So many short writes wait for each other at most, and each for so many milliseconds at most for a lock: a table that
 * somebody has locked holds up each of them anew. All of them together wait no longer than one statement elsewhere, so
 * that the server tells what has held them up before this side stops listening.
 */
const writes = { waitingMax: 8, lockMs: 100 }

const known = new WeakMap<Kysely<DB>, Ways>()

/** Opens them for a database whose sessions are its own; behind a transaction pooler there are none. */
export function openWays(
  db: Kysely<DB>,
  pool: pg.Pool,
  { waitMs, lockMs, ended, shares }: { waitMs: number; lockMs: number; ended: Ended | undefined; shares: boolean },
): void {
  // Never 0, which would be for ever.
  const hereMs = Math.max(1, Math.min(writes.lockMs, Math.floor(lockMs / writes.waitingMax)))
  const lock = { hereMs, elsewhereMs: lockMs }
  known.set(db, {
    ...{ pool, ended, shares, turns: takeTurns(waitMs) },
    // Over shards, what is kept together would be a transaction of several nodes.
    keeper: shares ? openKeeper(pool, waitMs, ended) : { keep: (asked) => sendAlone(pool, asked, ended) },
    lane: pool.options.max > 1 ? openLane(pool, { waitingMax, ended }) : undefined,
    writeLane:
      pool.options.max >= writersMin ? openLane(pool, { waitingMax: writes.waitingMax, ended, lock }) : undefined,
  })
}

/**
 * Undefined behind a transaction pooler, inside a transaction, and where somebody looks at each statement of a
 * database.
 */
export const waysOf = (db: Kysely<DB>): Ways | undefined => known.get(db)
