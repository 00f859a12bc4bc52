import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type Front, roundOf } from './line.ts'

/*
 * Where in the line a claim begins to look. An ended job leaves its entry in the index until a vacuum, and as long as any session
 * of the server holds an old snapshot no vacuum may take it: every claim would step over all that have ended since, and in
 * a quarter of a minute half the speed is gone. So this process remembers the entry it claimed a little while ago and begins there.
 *
 * What stands before it is not forgotten. Whatever was kept late, or has a lease that ran out, is found by the claim that finds nothing from
 * the beginning on and therefore looks through the whole line, and by one claim a second that does so in any case.
 */

/** Where a job stands in the line, as the database writes it. */
export type Entry = { place: string; due_at: string; id: string }

type Beginning = {
  entry: Entry
  next: Entry
  nextAfter: number
  unseenMs: number
  wholeAfter: number
  front: Front
}

const known = new WeakMap<Kysely<DB>, Beginning>()

/** Milliseconds between two looks through the whole line, which may take a twentieth of the time at most. */
const wholeEveryMs = 1_000
const wholeShare = 20

/**
 * Who is given a place in the round that is being served is seen by others when his transaction ends, and meanwhile somebody may have claimed
 * further on. So a beginning is an entry claimed at least twice as long ago as the slowest of the last claims took, which is little but where
 * little is available.
 */
const unseenTimes = 2
const unseenFades = 0.95

/** The entry to begin at, and whether it is this claim's turn to look through the whole line, for which the others do not wait. */
export function beginningOf(db: Kysely<DB>): { entry: Entry | undefined; isWholeDue: boolean } {
  const beginning = known.get(db)
  if (beginning === undefined) return { entry: undefined, isWholeDue: true }
  const isWholeDue = performance.now() >= beginning.wholeAfter
  if (isWholeDue) beginning.wholeAfter = performance.now() + wholeEveryMs
  return { entry: beginning.entry, isWholeDue }
}

/** Goes on from an entry that was claimed from the beginning on. `tookMs`: how long the claim took. */
export function moveBeginning(db: Kysely<DB>, { place, due_at, id }: Entry, tookMs: number): void {
  const beginning = known.get(db)
  if (beginning === undefined) return
  const now = performance.now()
  beginning.front = { place, atMs: now - tookMs }
  beginning.unseenMs = Math.max(tookMs, beginning.unseenMs * unseenFades)
  if (now < beginning.nextAfter) return
  beginning.entry = beginning.next
  beginning.next = { place, due_at, id }
  beginning.nextAfter = now + unseenTimes * beginning.unseenMs
}

/** Begins at the first entry of the whole line, where there was none from the beginning on. */
export function beginAt(db: Kysely<DB>, { place, due_at, id }: Entry, tookMs: number): void {
  const now = performance.now()
  const entry = { place, due_at, id }
  known.set(db, {
    ...{ entry, next: entry, nextAfter: now, unseenMs: tookMs },
    front: { place, atMs: now - tookMs },
    wholeAfter: now + Math.max(wholeEveryMs, wholeShare * tookMs),
  })
}

/** After a look through the whole line that took long, the next one is a while away. */
export function lookedThrough(db: Kysely<DB>, tookMs: number): void {
  const beginning = known.get(db)
  if (beginning !== undefined) {
    beginning.wholeAfter = performance.now() + Math.max(wholeEveryMs, wholeShare * tookMs)
  }
}

/**
 * Begins with the round of this place, unless it begins before it: a job has been put there by an end that may have taken long, and claims have gone on
 * meanwhile. Places are compared as the texts they are, which is their order.
 */
export function beginNoLater(db: Kysely<DB>, place: string): void {
  const beginning = known.get(db)
  if (beginning !== undefined && beginning.entry.place >= place) {
    beginning.entry = { place, due_at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  }
}

/** The round that is being served, as a request that is made now takes it (`NewJob`); null where this process has not claimed just now. */
export const roundServed = (db: Kysely<DB>): string | null => roundOf(known.get(db)?.front)

/** As if nothing had been claimed yet. */
export const forgetBeginning = (db: Kysely<DB>): boolean => known.delete(db)
