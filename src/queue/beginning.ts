import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/*
 * Where in the line a claim begins to look. An ended job leaves its entry in the index until a vacuum, and as long as any session
 * of the server holds an old snapshot no vacuum may take it: every claim would step over all that have ended since, and in
 * a quarter of a minute half the speed is gone. So this process remembers the place it last claimed at and begins there.
 *
 * What stands before it is not forgotten. A job that goes on takes its old place, and its own process begins no later. Whatever else
 * there is, a request that was kept late or a lease that ran out, is found by the claim that finds nothing from the beginning on and
 * therefore looks through the whole line, and by one claim a second that does so in any case.
 */

type Beginning = { place: Date; unseenMs: number; wholeAfter: number }

const known = new WeakMap<Kysely<DB>, Beginning>()

/** Milliseconds between two looks through the whole line, which may take a twentieth of the time at most. */
const wholeEveryMs = 1_000
const wholeShare = 20

/**
 * A place is the moment at which a transaction began, and others see it when that one ends: meanwhile somebody may have claimed
 * further on. So a beginning stays behind the claimed place by twice what the slowest of the last claims took, which is little but where
 * little is available. Else an artist who has just been moved up misses its turns until the next look through the whole line.
 */
const unseenTimes = 2
const unseenFades = 0.95

/** The place to begin at, and whether it is this claim's turn to look through the whole line, for which the others do not wait. */
export function beginningOf(db: Kysely<DB>): { place: Date | undefined; isWholeDue: boolean } {
  const beginning = known.get(db)
  if (beginning === undefined) return { place: undefined, isWholeDue: true }
  const isWholeDue = performance.now() >= beginning.wholeAfter
  if (isWholeDue) beginning.wholeAfter = performance.now() + wholeEveryMs
  return { place: beginning.place, isWholeDue }
}

/**
 * Begins at a place further on, just before the one where a job was claimed; but not when the beginning has moved since that claim
 * looked it up (`from`), for it may have moved back. `tookMs`: how long the claim took; `isWhole`: it looked through the whole line.
 */
export function moveBeginning(
  db: Kysely<DB>,
  from: Date | undefined,
  place: Date,
  tookMs: number,
  isWhole: boolean,
): void {
  const beginning = known.get(db)
  if (beginning?.place !== from) return
  const unseenMs = Math.max(tookMs, (beginning?.unseenMs ?? 0) * unseenFades)
  const wholeAfter = isWhole
    ? performance.now() + Math.max(wholeEveryMs, wholeShare * tookMs)
    : (beginning?.wholeAfter ?? 0)
  known.set(db, { place: new Date(place.getTime() - unseenTimes * unseenMs), unseenMs, wholeAfter })
}

/** Begins at this place, unless it begins before it. */
export function beginNoLater(db: Kysely<DB>, place: Date): void {
  const beginning = known.get(db)
  if (beginning !== undefined && beginning.place > place) beginning.place = place
}

/** As if nothing had been claimed yet. */
export const forgetBeginning = (db: Kysely<DB>): boolean => known.delete(db)
