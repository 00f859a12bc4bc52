import type { Insertable, Kysely, Updateable } from 'kysely'
import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { ArtistResearchJobs, DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ClaimOptions } from '#src/queue/job-queue.ts'
import { jobKinds } from '#src/queue/kinds.ts'
import { runSlice, type Slice, type SliceOptions, type Slices } from '#src/queue/slice.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import { openQueue } from '../support/citus.ts'
import { freshDatabase } from '../support/database.ts'
import { addArtist } from '../support/test-context.ts'

export type JobColumns = Partial<Insertable<ArtistResearchJobs>>
export type QueueContext = Awaited<ReturnType<typeof createQueueContext>>

/** A queue without a service: jobs are inserted directly and slices are the test's own. */
export async function createQueueContext(t: Test, sharded?: boolean) {
  const { url, database, db } = await freshDatabase(t)
  let passedMs = 0
  const queue = openQueue(db, sharded, () => passedMs)
  /** The time of this process, which polls for due jobs, passes only here; the database's clock goes on as it does. */
  const passTime = (ms: number) => {
    passedMs += ms
  }
  const stopping = new AbortController()
  const resources = { db, newId: () => uuidv7(), stopping: stopping.signal, providers: {}, queue }
  const logged: unknown[] = []
  const log = { error: (entry: unknown) => logged.push(entry), warn: (entry: unknown) => logged.push(entry) }

  const artist = () => addArtist(db, 'Mara Quill')
  const claim = (more: Partial<ClaimOptions> = {}) => queue.claim({ leaseToken: uuidv7(), ...more })
  const job = (id: string) =>
    db.selectFrom('artist_research_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = (id: string, columns: Updateable<ArtistResearchJobs>) =>
    db.updateTable('artist_research_jobs').set(columns).where('id', '=', id).execute()
  const run = (slice: Slice, options: SliceOptions = {}) => runSlice(resources, useForEveryKind(slice), log, options)

  const addJobs = (artistId: string, count?: number, columns?: JobColumns) => insertJobs(db, artistId, count, columns)
  return {
    url,
    database,
    db,
    queue,
    passTime,
    resources,
    stopping,
    log,
    logged,
    artist,
    claim,
    job,
    change,
    run,
    addJobs,
  }
}

/** Inserts pending jobs of one artist, each with a purpose of its own. Returns their ids in queue order. */
export async function insertJobs(db: Kysely<DB>, artistId: string, count = 1, columns: JobColumns = {}) {
  const ids = Array.from({ length: count }, () => uuidv7())
  const row = { artist_id: artistId, kind: 'lore_refresh', state: 'pending' } as const
  await db
    .insertInto('artist_research_jobs')
    .values(ids.map((id) => ({ ...row, id, purpose: id, ...columns })))
    .execute()
  return ids
}

/** Every kind has the same slice. */
const useForEveryKind = (slice: Slice) => Object.fromEntries(jobKinds.map((kind) => [kind, slice])) as Slices

export const done = (): JobDecision => ({ done: {}, progress: 'Did it' })

/** Completes the job in its first slice. */
export const completeAtOnce: Slice = async () => done()

/** Takes as many slices as the payload says. */
export const step: Slice = async (job) => {
  const total = Number(job.payload.steps)
  const cursor = job.cursor + 1
  return cursor === total ? done() : { next: { cursor, total, checkpoint: {} }, progress: `Did ${cursor} of ${total}` }
}

/** The job of a claim that must succeed. */
export async function requireClaimed(claim: Promise<ClaimedJob | undefined>): Promise<ClaimedJob> {
  const job = await claim
  if (job === undefined) throw new Error('Nothing was claimable')
  return job
}
