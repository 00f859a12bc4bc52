import { type Kysely, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isLive, statementTimestamp } from './due-jobs.ts'
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
 * The statement that requests a job in the transaction that makes it necessary; its row is the one live job of the
 * artist, kind and purpose, new or with `requests` incremented. A request during a run makes it run once more. It does
 * not shorten a pause, so it changes neither an index nor the queue position.
 */
export const upsertJob = ({ purpose = '', payload = {}, ...job }: NewJob) =>
  upsertJobRow({ ...job, purpose, payload: JSON.stringify(payload) })

/** Requests a job in the transaction that `db` is. */
export const enqueueJob = async (db: Kysely<DB>, job: NewJob) => requireOneRow(await runQuery(db, upsertJob(job)))

const upsertJobRow = prepareQuery((db, job: Required<Omit<NewJob, 'payload'>> & { payload: string }) =>
  db
    .insertInto('artist_research_jobs')
    .values({
      artist_id: job.artistId,
      id: job.id,
      kind: job.kind,
      purpose: job.purpose,
      state: 'pending',
      payload: job.payload,
      queued_at: statementTimestamp,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['artist_id', 'kind', 'purpose'])
        // A literal, not a parameter, so that the planner infers the partial unique index.
        .where(isLive)
        .doUpdateSet({ requests: sql<number>`artist_research_jobs.requests + 1` }),
    )
    .returning(['id', 'requests', 'next_run_at'])
    .compile(),
)
