import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { runQuery, writePipelined } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ClaimedJob, chooseClaimQueries } from './claim-queries.ts'
import type { DueArtistTracker } from './due-artist-tracker.ts'
import type { JobKind } from './kinds.ts'
import { claimLeaseMs } from './limits.ts'
import type { QueuedArtist } from './rotation.ts'

export type { ClaimedJob } from './claim-queries.ts'

export type ClaimOptions = {
  /** Names the lease; must never have been used before. */
  leaseToken: string
  /** Milliseconds; at most `claimLeaseMs`, which is the default. */
  leaseMs?: number
  artistId?: string | undefined
  kinds?: readonly JobKind[] | undefined
}

export type ClaimTarget = {
  db: Kysely<DB>
  /**
   * Artists lie on the shards of a cluster, where one statement cannot lock rows of several shards: each claim names
   * one artist and goes to that shard.
   */
  sharded: boolean
  /** The artists known to have due jobs of the claim's kinds; for a claim that names no artist. */
  getTracker: () => DueArtistTracker
}

/**
 * Claims the first due job of the next artist in rotation (./due-jobs.ts), of `artistId` or of `kinds` where given,
 * skipping locked rows. The claim counts as an attempt until a slice is saved, since a killed process cannot report its
 * failure. A request that comes after the run's first claim makes the job run once more.
 * @returns undefined when nothing is due
 */
export async function claimJob(
  { db, sharded, getTracker }: ClaimTarget,
  options: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  const strategy = sharded ? shardStrategy : manyArtistsStrategy
  for (let tries = 0; ; tries += 1) {
    const { job, sawLockedJob } = await (options.artistId === undefined
      ? claimNext(strategy, getTracker(), db, options)
      : claimForArtist(strategy, db, options.artistId, options))
    if (job !== undefined || !sawLockedJob || tries >= retriesMax) return job
    // Every due job was locked by another claim or by a request that is about to commit: both take milliseconds.
    await after(2 ** tries * (1 + Math.random()))
  }
}

/**
 * The pauses before them double, to about 100 ms in total. A lock that lasts longer is held by a transaction that works
 * on the job.
 */
const retriesMax = 6

/** `sawLockedJob`: a due job exists, but another transaction has locked it. */
type Claim = { job: ClaimedJob | undefined; sawLockedJob: boolean }

/** How to claim from reserved artists: the first of them with a due job wins; `batchMax` artists in one query. */
type ClaimStrategy = {
  sharded: boolean
  batchMax: number
  claim: (db: Kysely<DB>, artists: readonly QueuedArtist[], options: ClaimOptions) => Promise<ClaimedJob | undefined>
}

/** Claims from the artists in rotation; if none of them has a job, polls for new jobs; at last scans all due jobs. */
async function claimNext(
  strategy: ClaimStrategy,
  tracker: DueArtistTracker,
  db: Kysely<DB>,
  options: ClaimOptions,
): Promise<Claim> {
  const claimKnown = () => claimFromRotation(strategy, tracker, db, options)
  const hasPolled = await tracker.refreshIfDue()
  let job = await claimKnown()
  if (job === undefined && !hasPolled && (await tracker.pollNew())) job = await claimKnown()
  if (job !== undefined) return { job, sawLockedJob: false }
  let sawLockedJob = false
  for await (const foundAny of tracker.scan()) {
    job = await claimKnown()
    if (job !== undefined) return { job, sawLockedJob: false }
    sawLockedJob ||= foundAny
  }
  return { job, sawLockedJob }
}

async function claimFromRotation(
  strategy: ClaimStrategy,
  { rotation }: DueArtistTracker,
  db: Kysely<DB>,
  options: ClaimOptions,
) {
  for (;;) {
    const reserved = rotation.take(strategy.batchMax)
    if (reserved.length === 0) return undefined
    const job = await strategy.claim(db, reserved, options).catch((error: unknown) => {
      rotation.release(reserved)
      throw error
    })
    rotation.confirm(reserved, job)
    if (job !== undefined) return job
  }
}

const createOneArtistStrategy = ({ sharded }: { sharded: boolean }): ClaimStrategy => ({
  sharded,
  batchMax: 1,
  claim: async (db, [artist], { kinds, leaseToken, leaseMs = claimLeaseMs }) => {
    if (artist === undefined) return undefined
    const query = chooseClaimQueries({ kinds }, { sharded }).claimForArtistFrom({
      ...artist,
      kinds,
      leaseToken,
      leaseMs,
    })
    return (await writePipelined(db, query))[0]
  },
})

const shardStrategy = createOneArtistStrategy({ sharded: true })
const singleStrategy = createOneArtistStrategy({ sharded: false })

const manyArtistsStrategy: ClaimStrategy = {
  sharded: false,
  batchMax: 64,
  claim: async (db, artists, options) => {
    if (artists.length === 1) return await singleStrategy.claim(db, artists, options)
    const { kinds, leaseToken, leaseMs = claimLeaseMs } = options
    const artistIds = artists.map(({ artistId }) => artistId)
    const queuedAts = artists.map(({ queuedAt }) => queuedAt)
    const query = chooseClaimQueries({ kinds }, { sharded: false }).claimForFirstOf({
      artistIds,
      queuedAts,
      kinds,
      leaseToken,
      leaseMs,
    })
    return (await runQuery(db, query))[0]
  },
}

async function claimForArtist(
  strategy: ClaimStrategy,
  db: Kysely<DB>,
  artistId: string,
  options: ClaimOptions,
): Promise<Claim> {
  const { kinds, leaseToken, leaseMs = claimLeaseMs } = options
  const statements = chooseClaimQueries({ kinds }, strategy)
  const [job] = await runQuery(db, statements.claimForArtist({ artistId, kinds, leaseToken, leaseMs }))
  if (job !== undefined) return { job, sawLockedJob: false }
  const found = await runQuery(db, statements.findDueJob({ artistId, kinds }))
  return { job, sawLockedJob: found.length > 0 }
}
