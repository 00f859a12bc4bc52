import { type InsertQueryBuilder, type InsertResult, type QueryCreator, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { insertIfAppended } from '#src/records/audit/events.ts'
import { clockTimestamp } from './due-jobs.ts'
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
 * Requests a job as part of the statement or transaction that makes it necessary. Returns the one live job of the
 * artist, kind and purpose: the new one, or the existing one with `requests` incremented.
 *
 * A request that joins a running job makes it run once more, since that run may have read earlier data. It does not
 * shorten the pause after a failure, or a few requests would use up all attempts at once. So it touches neither an
 * index nor the queue position.
 */
export const enqueueJob = (qc: QueryCreator<DB>, job: NewJob) =>
  upsertLiveJob(qc.insertInto('artist_research_jobs').values(toJobRow(job))).returning([
    'id',
    'requests',
    'next_run_at',
  ])

/** The same as a part of an append statement: the job is inserted only if the audit head moved. */
export const enqueueJobIfAppended = (qc: QueryCreator<DB>, job: NewJob) =>
  upsertLiveJob(insertIfAppended(qc, 'artist_research_jobs', toJobRow(job)))

const toJobRow = ({ artistId, id, kind, purpose = '', payload = {} }: NewJob) => ({
  artist_id: artistId,
  id,
  kind,
  purpose,
  state: 'pending',
  payload: JSON.stringify(payload),
  queued_at: clockTimestamp,
})

const upsertLiveJob = (insert: InsertQueryBuilder<DB, 'artist_research_jobs', InsertResult>) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['artist_id', 'kind', 'purpose'])
      // A literal, not a parameter, so that the planner infers the partial unique index.
      .where(sql<boolean>`state in ('pending', 'waiting')`)
      .doUpdateSet({ requests: sql<number>`artist_research_jobs.requests + 1` }),
  )
