import { setImmediate as loopTurned } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Asked } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { retrying } from '#src/database/transact.ts'
import { waysOf } from '#src/database/ways.ts'
import { fromMemory, fromRead, type Road } from './from-memory.ts'
import { type Turns, turnAt } from './in-turn.ts'
import { keepingBy } from './keep-while.ts'
import { locked, lockedOverQueries } from './locked.ts'
import { keptRows, type Outcome, outcomeOf } from './outcome.ts'
import { type Leaves, memoryOf } from './remembered.ts'
import { type Remembering, remembering, withoutMemory } from './remembering.ts'
import { unlocked, unlockedOverQueries } from './unlocked.ts'
import type { MaybeUnread } from './unread.ts'

export type All = readonly Asked<unknown>[]
export type RowsOf<Some extends All> = { -readonly [At in keyof Some]: RowsRead<Some[At]> }

type RowsRead<Each> =
  Each extends MaybeUnread<infer Row> ? Row[] | undefined : Each extends Asked<infer Row> ? Row[] : never

/**
 * What was read for a change, or is remembered (and what stays unread then, is undefined); `held` is whether its lock
 * was given.
 */
export type Read<Some extends All> = { held: boolean; rows: RowsOf<Some> }

/**
 * A change of two round trips: what it is decided on, and what is kept. One that follows another of this process has
 * the first of them remembered.
 */
export type Steps = {
  /** Asks one after the other, under `lock` where it is taken; each sees what was committed before its turn. */
  under<const Some extends All>(lock: Asked<unknown>, ...some: Some): Promise<Read<Some>>
  /**
   * Sends the one statement that keeps all of it or nothing. Where what the change was decided on has moved it writes
   * nothing and returns no row; a part of it that was to change a row and found none has to make it fail
   * (./or-fail.ts). `leaves` is what stands once it is kept.
   */
  keep<Row>(asked: Asked<Row>, leaves?: Leaves): Promise<Row[]>
}

export type Change = Steps & {
  /**
   * To be waited for once nothing is refused any more: those of this process who came before have kept theirs by then,
   * so that what follows is worked out once. A change that forgets it only takes longer, for it keeps in its turn as
   * well.
   */
  inTurn(): Promise<void>
  /**
   * Keeps, and works meanwhile without a pause, once its statement is on its way; what that has come to, where it was
   * kept.
   */
  keepWhile<T>(asked: Asked<unknown>, leaves: Leaves, working: () => T): Promise<T>
}

/**
 * Runs `work` with the promises of `transact`: it is tried again after a conflict, and refused with
 * `persistence_unavailable` when nobody knows whether it was kept. It does nothing but ask and keep, for it may be run
 * again.
 *
 * At first nothing is locked: the change reads, decides, and keeps by a statement that compares and sets and waits for
 * nobody, so nobody waits while it thinks. Where somebody else of this process is at `key` it takes its turn and begins
 * anew; where somebody of another one is at it or was faster, it does so under the lock, for which it waits once.
 *
 * Where the change before it has left what it would read, it is decided on that. Only what is kept then counts, since
 * keeping compares; whatever else it comes to is thrown away, and it is decided on what is read.
 */
export function change<T>(db: Kysely<DB>, key: string, work: (change: Change) => Promise<T>): Promise<T> {
  const { free, underLock, turns } = roadsOf(db, key)
  return retrying(async () => {
    const turn = turnAt(turns, key)
    const decide = async (): Promise<Outcome<T>> => {
      const outcome = await go(fromMemory(free, turn), work)
      return outcome === 'in vain' ? await go(fromRead(free, turn), work) : outcome
    }
    try {
      let outcome = await decide()
      if (outcome === 'moved') {
        await turn.take()
        outcome = await decide()
      }
      if (outcome === 'moved') outcome = await outcomeOf(underLock((steps) => work(locking(steps))))
      // Under the lock only the permission can have gone between the two, or the clocks differ; asked again, the caller
      // is told.
      if (outcome === 'moved' || outcome === 'in vain') throw new Problem('persistence_unavailable')
      return outcome.result
    } finally {
      // Whoever waits has others waiting behind him: his change goes to the database first, and then this answer to its
      // caller.
      if (turn.end()) await loopTurned()
    }
  })
}

type Roads = { free: Remembering; underLock: <T>(work: (steps: Steps) => Promise<T>) => Promise<T>; turns: Turns }

function roadsOf(db: Kysely<DB>, key: string): Roads {
  const [ways, memory] = [waysOf(db), memoryOf(db)]
  const plain = ways === undefined ? unlockedOverQueries(db) : unlocked(ways)
  return {
    free: memory === undefined ? withoutMemory(plain) : remembering(plain, memory, key),
    underLock: (work) => (ways === undefined ? lockedOverQueries(db, work) : locked(ways, work)),
    turns: ways?.turns ?? nobodyWaits,
  }
}

/** Where each statement is looked at, or goes through a pooler: what waits there is seen to wait in the database. */
const nobodyWaits: Turns = { isTaken: () => false, take: async () => () => false }

const go = <T>({ changing, counts }: Road, work: (changing: Change) => Promise<T>) => outcomeOf(work(changing), counts)

/** Under the lock it is the turn of whoever has it. */
const locking = ({ under, keep }: Steps): Change => ({
  under,
  inTurn: async () => {},
  ...keepingBy(async (asked, leaves) => keptRows(await keep(asked, leaves))),
})
