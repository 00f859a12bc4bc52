import { type InsertQueryBuilder, type InsertResult, type QueryCreator, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { statementTimestamp } from './due-jobs.ts'
import type { JobKind } from './kinds.ts'

export type NewJob = {
  artistId: string
  /** The new job's identifier; unused when the request joins a live job. */
  id: string
  kind: JobKind
  /** Distinguishes jobs of one kind: equal kind and purpose are the same job. At most 200 code points. */
  purpose?: string
  /**
   * Input of the job. A joining request does not change a live job's payload: what differs in it must differ in
   * purpose.
   */
  payload?: { [name: string]: JsonValue }
}

/**
 * Requests a job in the transaction that makes it necessary; returns the one live job of the artist, kind and purpose,
 * new or with `requests` incremented. A request during a run makes it run once more. It does not shorten a pause, so it
 * changes neither an index nor the queue position.
 */
export const enqueueJob = (qc: QueryCreator<DB>, job: NewJob) =>
  enqueueJobs(qc, [job]).returning(['id', 'requests', 'next_run_at'])

/** Requests different jobs by one statement. */
export const enqueueJobs = (qc: QueryCreator<DB>, jobs: readonly NewJob[]) =>
  upsertLiveJob(qc.insertInto('artist_research_jobs').values(jobs.map((job) => toJobRow(toStoredJob(job)))))

/** `enqueueJob` as a prepared statement, for a transaction that is sent in one flush. */
export const upsertJob = (job: NewJob): BoundQuery<unknown> => upsertJobRow(toStoredJob(job))

const upsertJobRow = prepareQuery((db, job: StoredJob) =>
  upsertLiveJob(db.insertInto('artist_research_jobs').values(toJobRow(job))).compile(),
)

type StoredJob = Required<Omit<NewJob, 'payload'>> & { payload: string }

const toStoredJob = ({ purpose = '', payload = {}, ...job }: NewJob): StoredJob => ({
  ...job,
  purpose,
  payload: JSON.stringify(payload),
})

const toJobRow = (job: StoredJob) => ({
  artist_id: job.artistId,
  id: job.id,
  kind: job.kind,
  purpose: job.purpose,
  state: 'pending' as const,
  payload: job.payload,
  queued_at: statementTimestamp,
})

const upsertLiveJob = (insert: InsertQueryBuilder<DB, 'artist_research_jobs', InsertResult>) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['artist_id', 'kind', 'purpose'])
      // A literal, not a parameter, so that the planner infers the partial unique index.
      .where(sql<boolean>`state in ('pending', 'waiting')`)
      .doUpdateSet({ requests: sql<number>`artist_research_jobs.requests + 1` }),
  )
