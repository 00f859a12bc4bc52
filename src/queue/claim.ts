import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ask, only } from '#src/database/ask.ts'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { beginningOf, isWholeDue, moveBeginning } from './beginning.ts'
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
    const { job, passedOver } = await claimOnce(db, options)
    if (job !== undefined || !passedOver || tries >= retriesMax) return job
    // Every due job was locked: by somebody's claim, or by a request that joins it and is about to be kept. Both are soon over.
    await after(2 ** tries * (1 + Math.random()))
  }
}

/** With the pauses between them, which double, a tenth of a second: a lock that lasts longer belongs to somebody who works on the job. */
const retriesMax = 6

/** `passedOver`: there is a due job, but it was locked. */
type Claim = { job: ClaimedJob | undefined; passedOver: boolean }

type Wanted = { artistId: string | undefined; kinds: readonly Kind[] | undefined; lease: number }

/** Looks from the place in the line where this process last claimed, and then, or for one artist, through the whole of it. */
async function claimOnce(db: Kysely<DB>, options: ClaimOptions): Promise<Claim> {
  const { leaseToken, artistId, kinds, leaseMs: lease = leaseMs } = options
  const wanted = { artistId, kinds, lease }
  const near =
    artistId === undefined && !isWholeDue(db) ? await claim(db, wanted, leaseToken, beginningOf(db)) : undefined
  const job = near ?? (await claim(db, wanted, leaseToken))
  if (job !== undefined) return { job, passedOver: false }
  const asked = { artistId, kinds, beginning: undefined }
  const there = await ask(db, statementsFor(asked).asking(asked))
  return { job: undefined, passedOver: there.length > 0 }
}

/** The first job from a place in the line on, or in the whole of it. */
async function claim(
  db: Kysely<DB>,
  { artistId, kinds, lease }: Wanted,
  leaseToken: string,
  beginning?: Date,
): Promise<ClaimedJob | undefined> {
  const from = beginningOf(db)
  const began = performance.now()
  const { claiming } = statementsFor({ artistId, kinds, beginning })
  const row = only(await ask(db, claiming({ artistId, kinds, beginning, leaseToken, lease })))
  if (row.id === null) return undefined
  // Who asks for some kinds, or of one artist, has passed over the others.
  if (kinds === undefined && artistId === undefined) {
    moveBeginning(db, from, row.place, performance.now() - began, beginning === undefined)
  }
  return row
}
