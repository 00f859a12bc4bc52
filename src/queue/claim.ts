import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ask, writeQuickly } from '#src/database/ask.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ClaimedJob, type ClaimRow, claimQueries } from './claim-queries.ts'
import { type DueArtistTracker, getDueArtistTracker } from './due-artist-tracker.ts'
import type { JobKind } from './kinds.ts'
import { leaseMs } from './limits.ts'
import type { QueuedArtist } from './rotation.ts'

export type { ClaimedJob } from './claim-queries.ts'

export type ClaimOptions = {
  /** Names the lease; must never have been used before. */
  leaseToken: string
  /** Milliseconds, at most 60,000. */
  leaseMs?: number
  artistId?: string | undefined
  kinds?: readonly JobKind[] | undefined
}

/**
 * Takes the first due job of the artist whose turn it is (./due-jobs.ts), or of one artist, and of some kinds where
 * that is asked for, or undefined when there is none. Whoever comes at the same time passes over the locked row and
 * takes the next one.
 *
 * The claim counts as an attempt until a slice is saved, because a process that is killed cannot report that it failed.
 * The run begins with its first claim: a request that comes after it is one that the run may not have seen.
 */
export const claimJob = (db: Kysely<DB>, options: ClaimOptions): Promise<ClaimedJob | undefined> =>
  claimWith(claimOfFirst, db, options)

/**
 * The same on a cluster whose shards hold artists: rows of many shards can be read in one statement and not locked. So
 * each claim names one artist and goes to his shard alone.
 */
export const claimInShards: typeof claimJob = (db, options) => claimWith(claimOfOne, db, options)

async function claimWith(way: ClaimStrategy, db: Kysely<DB>, options: ClaimOptions): Promise<ClaimedJob | undefined> {
  for (let tries = 0; ; tries += 1) {
    const { job, passedOver: wasSkipped } = await (options.artistId === undefined
      ? claimNext(way, db, options)
      : claimOf(db, options.artistId, options))
    if (job !== undefined || !wasSkipped || tries >= retriesMax) return job
    // Every due job was locked, or has just been moved: by somebody's claim, or by a request that joins it and is about
    // to be kept. Both are soon over.
    await after(2 ** tries * (1 + Math.random()))
  }
}

/**
 * With the pauses between them, which double, a tenth of a second: a lock that lasts longer belongs to somebody who
 * works on the job.
 */
const retriesMax = 6

/** `passedOver`: there is a due job, but it was locked. */
type Claim = { job: ClaimedJob | undefined; passedOver: boolean }

/** Claims of the first artist, of some whose turn it is, who has something; and of how many at most. */
type ClaimStrategy = {
  atOnceMax: number
  claim: (db: Kysely<DB>, turns: readonly QueuedArtist[], options: ClaimOptions) => Promise<ClaimRow | undefined>
}

/** Of who is known to have something; else of who has come lately; else of whoever is found. */
async function claimNext(way: ClaimStrategy, db: Kysely<DB>, options: ClaimOptions): Promise<Claim> {
  const lookout = getDueArtistTracker(db, options.kinds, way === claimOfOne)
  const claimKnown = () => claimOfKnown(way, lookout, db, options)
  const hasNews = await lookout.refreshIfDue()
  let job = await claimKnown()
  if (job === undefined && !hasNews && (await lookout.pollNew())) job = await claimKnown()
  if (job !== undefined) return { job, passedOver: false }
  let wasSkipped = false
  for await (const foundAny of lookout.scan()) {
    job = await claimKnown()
    if (job !== undefined) return { job, passedOver: false }
    wasSkipped ||= foundAny
  }
  return { job, passedOver: wasSkipped }
}

async function claimOfKnown(way: ClaimStrategy, { turns }: DueArtistTracker, db: Kysely<DB>, options: ClaimOptions) {
  for (;;) {
    const taken = turns.take(way.atOnceMax)
    if (taken.length === 0) return undefined
    const job = await way.claim(db, taken, options).catch((error: unknown) => {
      turns.release(taken)
      throw error
    })
    turns.settle(taken, job)
    if (job !== undefined) return job
  }
}

const claimOfOne: ClaimStrategy = {
  atOnceMax: 1,
  claim: async (db, [turn], { kinds, leaseToken, leaseMs: lease = leaseMs }) => {
    if (turn === undefined) return undefined
    const asked = claimQueries({ kinds }).ofArtistSince({ ...turn, kinds, leaseToken, lease })
    return (await writeQuickly(db, asked))[0]
  },
}

const claimOfFirst: ClaimStrategy = {
  atOnceMax: 64,
  claim: async (db, turns, options) => {
    if (turns.length === 1) return await claimOfOne.claim(db, turns, options)
    const { kinds, leaseToken, leaseMs: lease = leaseMs } = options
    const artistIds = turns.map(({ artistId }) => artistId)
    const sinces = turns.map(({ since }) => since)
    const asked = claimQueries({ kinds }).ofSeveralSince({ artistIds, sinces, kinds, leaseToken, lease })
    return (await ask(db, asked))[0]
  },
}

async function claimOf(db: Kysely<DB>, artistId: string, options: ClaimOptions): Promise<Claim> {
  const { kinds, leaseToken, leaseMs: lease = leaseMs } = options
  const statements = claimQueries({ kinds })
  const [job] = await ask(db, statements.ofArtist({ artistId, kinds, leaseToken, lease }))
  if (job !== undefined) return { job, passedOver: false }
  const there = await ask(db, statements.isThere({ artistId, kinds }))
  return { job, passedOver: there.length > 0 }
}
