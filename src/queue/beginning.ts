import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/*
 * Where in the line a claim begins to look. An ended job leaves its entry in the index until a vacuum, and as long as any session
 * of the server holds an old snapshot no vacuum may take it: every claim would step over all that have ended since, and in
 * a quarter of a minute half the speed is gone. So this process remembers the place it last claimed at and begins there.
 *
 * What stands before it is not forgotten: a request that was kept late, a lease that ran out. A claim that finds nothing
 * from there on looks from the very beginning, and so does one claim a second in any case.
 */

type Beginning = { place: Date; wholeAfter: number }

const known = new WeakMap<Kysely<DB>, Beginning>()

/** Milliseconds between two looks from the very beginning, which may take a twentieth of the time at most. */
const wholeEveryMs = 1_000
const wholeShare = 20

/** The place to begin at, or undefined for the very beginning: to one caller a second, whom the others do not wait for. */
export function beginningOf(db: Kysely<DB>): Date | undefined {
  const beginning = known.get(db)
  const now = performance.now()
  if (beginning === undefined) return undefined
  if (now < beginning.wholeAfter) return beginning.place
  beginning.wholeAfter = now + wholeEveryMs
  return undefined
}

/** Remembers the place of a job that was claimed; `tookMs` where the claim has looked from the very beginning. */
export function rememberBeginning(db: Kysely<DB>, place: Date, tookMs = 0): void {
  const wholeAfter = performance.now() + Math.max(wholeEveryMs, wholeShare * tookMs)
  known.set(db, { place, wholeAfter: tookMs > 0 ? wholeAfter : (known.get(db)?.wholeAfter ?? wholeAfter) })
}
