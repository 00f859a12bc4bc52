import type { Kysely } from 'kysely'
import { Problem } from '#src/problems/problem.ts'
import type { Turns } from './in-turn.ts'
import { locked, lockedOverQueries } from './locked.ts'
import { asRemembered, remembering } from './recalling.ts'
import { type Leaves, type Memory, memoryOf } from './remembered.ts'
import type { Asked } from './statement.ts'
import type { DB } from './tables.gen.ts'
import { retrying } from './transact.ts'
import { unlocked, unlockedOverQueries } from './unlocked.ts'
import { waysOf } from './ways.ts'

export type All = readonly Asked<unknown>[]
export type RowsOf<Some extends All> = {
  -readonly [At in keyof Some]: Some[At] extends Asked<infer Row> ? Row[] : never
}

/** What was read for a change, or is remembered; `held` is whether its lock was given. */
export type Read<Some extends All> = { held: boolean; rows: RowsOf<Some> }

/** A change of two round trips: what it is decided on, and what is kept. One that follows another of this process has the first of them remembered. */
export type Change = {
  /** Asks one after the other, under `lock` where it is taken; each sees what was committed before its turn. */
  under<const Some extends All>(lock: Asked<unknown>, ...some: Some): Promise<Read<Some>>
  /**
   * Sends the one statement that keeps all of it or nothing. Where what the change was decided on has moved it writes nothing and returns no row; a
   * part of it that was to change a row and found none has to make it fail (./or-fail.ts). `leaves` is what stands once it is kept.
   */
  keep<Row>(asked: Asked<Row>, leaves?: Leaves): Promise<Row[]>
}

/**
 * Runs `work` with the promises of `transact`: it is tried again after a conflict, and refused with `persistence_unavailable` when nobody knows
 * whether it was kept. It does nothing but ask and keep, for it may be run again.
 *
 * At first nothing is locked: the change reads, decides, and keeps by a statement that compares and sets and waits for nobody, so nobody waits while it
 * thinks. Where somebody else of this process is at `key` it takes its turn and begins anew; where somebody of another one is at it or was faster, it does so
 * under the lock, for which it waits once.
 *
 * Where the change before it has left what it would read, it takes its turn at once and is decided on that. Only what is kept then counts, since keeping
 * compares; whatever else it comes to is thrown away, and it is decided on what is read.
 */
export function change<T>(db: Kysely<DB>, key: string, work: (change: Change) => Promise<T>): Promise<T> {
  const { free, underLock, turns, memory } = roadsOf(db)
  const fresh = memory === undefined ? free : remembering(free, memory, key)
  return retrying(async () => {
    const first = await unlessMoved(work(whileNobodyElse({ fresh, turns, memory, key })))
    if (first !== undefined) return first.result
    return await turns.inTurn(key, async () => {
      const known = memory && (await asRemembered(work, free, memory, key))
      const second = known ?? (await unlessMoved(work(orMoved(fresh))))
      const last = second ?? (await unlessMoved(underLock((steps) => work(orMoved(steps)))))
      // Under the lock only the permission can have gone between the two; asked again, the caller is told.
      if (last === undefined) throw new Problem('persistence_unavailable')
      return last.result
    })
  })
}

type Roads = {
  free: Change
  underLock: <T>(work: (change: Change) => Promise<T>) => Promise<T>
  turns: Turns
  memory: Memory | undefined
}

function roadsOf(db: Kysely<DB>): Roads {
  const [ways, memory] = [waysOf(db), memoryOf(db)]
  if (ways !== undefined)
    return { free: unlocked(ways), underLock: (work) => locked(ways, work), turns: ways.turns, memory }
  return { free: unlockedOverQueries(db), underLock: (work) => lockedOverQueries(db, work), turns: nobodyWaits, memory }
}

/** Where each statement is looked at, or goes through a pooler: what waits there is seen to wait in the database. */
const nobodyWaits: Turns = { isTaken: () => false, inTurn: (_key, work) => work() }

/** Somebody else was faster. */
const moved = new Error('What a change was decided on has moved')

async function unlessMoved<T>(work: Promise<T>): Promise<{ result: T } | undefined> {
  try {
    return { result: await work }
  } catch (error) {
    if (error !== moved) throw error
    return undefined
  }
}

const orMoved = ({ under, keep }: Change): Change => ({
  under,
  keep: async (asked, leaves) => {
    const rows = await keep(asked, leaves)
    if (rows.length === 0) throw moved
    return rows
  },
})

type Alone = { fresh: Change; turns: Turns; memory: Memory | undefined; key: string }

/** Whoever finds another one at it has read in vain, and need not ask the database to know; who is remembered need not read. */
const whileNobodyElse = ({ fresh, turns, memory, key }: Alone): Change =>
  orMoved({
    under: async (lock, ...some) => {
      if (some.length === 1 && memory?.knows(key, some[0] as Asked<unknown>)) throw moved
      return await fresh.under(lock, ...some)
    },
    keep: async (asked, leaves) => (turns.isTaken(key) ? [] : await turns.inTurn(key, () => fresh.keep(asked, leaves))),
  })
