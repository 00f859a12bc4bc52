import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ask, only } from '#src/database/ask.ts'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { beginningOf, moveBeginning } from './beginning.ts'
import { statementsFor } from './claim-statements.ts'
import type { Kind } from './kinds.ts'
import { leaseMs } from './limits.ts'

/** A job under the lease of whoever holds this. Figures and checkpoint are as the slice before left them. */
export type ClaimedJob = {
  artist_id: string
  id: string
  kind: Kind
  purpose: string
  payload: { [name: string]: JsonValue }
  cursor: number
  total: number | null
  checkpoint: { [name: string]: JsonValue }
  /** This claim, and those before it since a slice was last saved. */
  attempts: number
  lease_token: string
  /** The instant of this claim as the database writes it: a Date would cut off the microseconds. */
  claimed_at: string
  /** Milliseconds since it began to wait for its present outside run; null when it does not wait. */
  waited_ms: number | null
  /** Whoever had it before let his lease run out: he was killed, or is late. */
  lease_expired: boolean
}

export type ClaimOptions = {
  /** Names the lease; must never have been used before. */
  leaseToken: string
  /** Milliseconds, at most 60,000. */
  leaseMs?: number
  artistId?: string | undefined
  kinds?: readonly Kind[] | undefined
}

/**
 * Takes the first due job in the line (./line.ts), of one artist or of some kinds where that is asked for, or undefined when
 * there is none. One statement: whoever comes at the same time passes over the locked row and takes the next one.
 *
 * The claim counts as an attempt until a slice is saved, because a process that is killed cannot report that it failed. The run
 * begins with its first claim: a request that comes after it is one that the run may not have seen.
 */
export async function claimJob(db: Kysely<DB>, options: ClaimOptions): Promise<ClaimedJob | undefined> {
  for (let tries = 0; ; tries += 1) {
    const { job, passedOver } = await claimAnywhere(db, options)
    if (job !== undefined || !passedOver || tries >= retriesMax) return job
    // Every due job was locked: by somebody's claim, or by a request that joins it and is about to be kept. Both are soon over.
    await after(2 ** tries * (1 + Math.random()))
  }
}

/** With the pauses between them, which double, a tenth of a second: a lock that lasts longer belongs to somebody who works on the job. */
const retriesMax = 6

/** Looks from the place in the line where this process last claimed, and then, or for one artist, through the whole of it. */
async function claimAnywhere(db: Kysely<DB>, options: ClaimOptions): Promise<Claim> {
  if (options.artistId !== undefined) return await claim(db, options)
  const { place, isWholeDue } = beginningOf(db)
  const began = performance.now()
  const bounded = place === undefined || isWholeDue ? undefined : await claim(db, options, place)
  const claimed = bounded?.job === undefined ? await claim(db, options) : bounded
  // Who asks for some kinds has passed over the others.
  if (claimed.job !== undefined && options.kinds === undefined) {
    moveBeginning(db, place, claimed.job.place, performance.now() - began, claimed !== bounded)
  }
  return claimed
}

/** `passedOver`: there is a due job, but it was locked. `place`: where the job stood, the present at the furthest. */
type Claim = { job: (ClaimedJob & { place: Date }) | undefined; passedOver: boolean }

async function claim(db: Kysely<DB>, options: ClaimOptions, beginning?: Date): Promise<Claim> {
  const { artistId, kinds, leaseToken, leaseMs: lease = leaseMs } = options
  const statements = statementsFor({ artistId, kinds, beginning })
  const row = only(await ask(db, statements.claiming({ artistId, kinds, beginning, leaseToken, lease })))
  if (row.id !== null) return { job: row, passedOver: false }
  const there = await ask(db, statements.asking({ artistId, kinds, beginning }))
  return { job: undefined, passedOver: there.length > 0 }
}
