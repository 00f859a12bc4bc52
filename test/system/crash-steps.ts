import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { lockLease } from '#src/queue/lease.ts'
import type { Slice, Slices } from '#src/queue/slice.ts'
import { applyTransition, completeJob, continueJob, type SliceEnding } from '#src/queue/transitions.ts'

/** Slices of each job. */
export const stepsPerJob = 3

/**
 * Where a slice can be stopped: `claimed`, nothing was written; `writing`, in the open transaction between its
 * statements; `written`, after the last of them; `committed`, after the commit.
 */
export const crashPoints = ['claimed', 'writing', 'written', 'committed'] as const
export type CrashPoint = (typeof crashPoints)[number]

/**
 * A table of marks without any key: a step that is done twice, or by a worker that has lost the job, is one row too
 * many.
 */
export async function makeMarks(db: Kysely<DB>): Promise<void> {
  await sql`create table proof_marks (job_id uuid not null, step integer not null, lease_token uuid not null)`.execute(
    db,
  )
}

export type Mark = { job_id: string; step: number; lease_token: string }

export const listMarks = async (db: Kysely<DB>): Promise<Mark[]> =>
  (await sql<Mark>`select job_id, step, lease_token from proof_marks`.execute(db)).rows

/**
 * A slice that leaves a mark and moves the job by one step, as the research does. Calls `onPoint` at each point.
 */
export const createSteppingSlice = (
  onPoint: (point: CrashPoint, leaseToken: string) => Promise<void> = async () => {},
): Slice => {
  return async (job, { db }) => {
    const reportPoint = (point: CrashPoint) => onPoint(point, job.lease_token)
    await reportPoint('claimed')
    const step = job.cursor + 1
    const ending = await transact(db, async (trx): Promise<SliceEnding> => {
      if (!(await lockLease(trx, job))) return 'lease_lost'
      await sql`insert into proof_marks values (${job.id}, ${step}, ${job.lease_token})`.execute(trx)
      await reportPoint('writing')
      const place = { cursor: step, total: stepsPerJob, checkpoint: {} }
      const ended = await applyTransition(
        step === stepsPerJob ? completeJob(trx, job, { steps: step }) : continueJob(trx, job, place),
      )
      await reportPoint('written')
      return ended
    })
    await reportPoint('committed')
    return { ending, progress: `Did step ${step}` }
  }
}

/** Every kind has the same slice. */
export const useForEveryKind = (slice: Slice): Slices => ({
  lore_refresh: slice,
  social_ingest: slice,
  caption_extract: slice,
  source_search: slice,
  latest_refresh: slice,
})
