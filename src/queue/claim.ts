import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ask, only } from '#src/database/ask.ts'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ClaimRow, type Job, lookMax, statementsFor } from './claim-statements.ts'
import type { Kind } from './kinds.ts'
import { leaseMs } from './limits.ts'
import { type Found, type Turn, walkOf } from './walk.ts'

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
 * Takes the first due job of whose turn it is (./line.ts, ./walk.ts), or of one artist, and of some kinds where that is asked for, or undefined
 * when there is none. Whoever comes at the same time passes over the locked row and takes the next one.
 *
 * The claim counts as an attempt until a slice is saved, because a process that is killed cannot report that it failed. The run
 * begins with its first claim: a request that comes after it is one that the run may not have seen.
 */
export const claimJob = (db: Kysely<DB>, options: ClaimOptions): Promise<ClaimedJob | undefined> =>
  claimWith(lookAndClaim, db, options)

/**
 * The same on a cluster whose shards hold artists: rows of many shards can be read in one statement and not locked. So it is read who has due
 * jobs, and each claim names an artist and goes to his shard alone.
 */
export const claimInShards: typeof claimJob = (db, options) => claimWith(lookOnly, db, options)

async function claimWith(look: Look, db: Kysely<DB>, options: ClaimOptions): Promise<ClaimedJob | undefined> {
  for (let tries = 0; ; tries += 1) {
    const { job, passedOver } = await (options.artistId === undefined
      ? claimInTurn(look, db, options)
      : claimOf(db, options.artistId, options))
    if (job !== undefined || !passedOver || tries >= retriesMax) return job
    // Every due job was locked: by somebody's claim, or by a request that joins it and is about to be kept. Both are soon over.
    await after(2 ** tries * (1 + Math.random()))
  }
}

/** With the pauses between them, which double, a tenth of a second: a lock that lasts longer belongs to somebody who works on the job. */
const retriesMax = 6

/** `passedOver`: there is a due job, but it was locked. */
type Claim = { job: ClaimedJob | undefined; passedOver: boolean }

async function claimInTurn(look: Look, db: Kysely<DB>, options: ClaimOptions): Promise<Claim> {
  const walk = walkOf(db, options.kinds)
  for (let looked = false; ; ) {
    const turn = walk.next()
    if (turn !== undefined) {
      const job = await claimAt(db, turn, options)
      walk.took(turn, job)
      if (job !== undefined) return { job, passedOver: false }
    } else if (walk.looking !== undefined) {
      await walk.looking
    } else if (looked) {
      return { job: undefined, passedOver: true }
    } else {
      const { job, line } = await walk.look((after) => look(db, after, options))
      if (job !== undefined || line.length === 0) return { job, passedOver: false }
      looked = true
    }
  }
}

async function claimAt(db: Kysely<DB>, { artistId, nextRunAt, id }: Turn, options: ClaimOptions) {
  const { kinds, leaseToken, leaseMs: lease = leaseMs } = options
  const asked = statementsFor({ kinds }).ofArtistFrom({ artistId, nextRunAt, id, kinds, leaseToken, lease })
  return jobOf(only(await ask(db, asked)))
}

async function claimOf(db: Kysely<DB>, artistId: string, options: ClaimOptions): Promise<Claim> {
  const { kinds, leaseToken, leaseMs: lease = leaseMs } = options
  const statements = statementsFor({ kinds })
  const job = jobOf(only(await ask(db, statements.ofArtist({ artistId, kinds, leaseToken, lease }))))
  if (job !== undefined) return { job, passedOver: false }
  const there = await ask(db, statements.isThere({ artistId, kinds }))
  return { job, passedOver: there.length > 0 }
}

/** Finds who has due jobs, once around from behind an artist. */
type Look = (db: Kysely<DB>, after: string, options: ClaimOptions) => Promise<Found<Job>>

const lookAndClaim: Look = async (db, after, { kinds, leaseToken, leaseMs: lease = leaseMs }) => {
  const { line, ...row } = only(await ask(db, statementsFor({ kinds }).inLine({ after, kinds, leaseToken, lease })))
  return { job: jobOf(row as ClaimRow), line: line ?? [] }
}

const lookOnly: Look = async (db, after, { kinds }) => {
  const { behind } = statementsFor({ kinds })
  const first = await ask(db, behind({ after, kinds }))
  const rest = first.length < lookMax ? await ask(db, behind({ after: nobody, kinds })) : []
  const line = [...first, ...rest.filter(({ beginning: [artistId] }) => artistId <= after)].map(
    ({ beginning }) => beginning,
  )
  return { job: undefined, line }
}

/** Before every artist. */
const nobody = '00000000-0000-0000-0000-000000000000'

const jobOf = (row: ClaimRow): Job | undefined => (row.id === null ? undefined : row)
