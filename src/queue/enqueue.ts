import { type InsertQueryBuilder, type InsertResult, type QueryCreator, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { insertIfAppended } from '#src/records/audit/events.ts'
import { clockTimestamp } from './due-jobs.ts'
import type { JobKind } from './kinds.ts'

export type NewJob = {
  artistId: string
  /** The job's identifier, should there be none yet. */
  id: string
  kind: JobKind
  /** Tells apart works of one kind; equal kind and purpose is equal work. At most 200 code points. */
  purpose?: string
  /** What the work needs to know. The payload of a live job stands: what differs in it must differ in purpose. */
  payload?: { [name: string]: JsonValue }
}

/**
 * Asks for work, as a part of the statement or transaction that makes it necessary: either both are kept or neither is.
 * Returns the one live job of the artist, kind and purpose: the new one, or the one that is there with the request
 * counted.
 *
 * A request that finds the job running makes it run once more, since that run may have read what was there before. One
 * that finds it pausing after a failure does not cut the pause short: the pause protects what has failed, and without
 * it a few requests would burn all attempts at once. So a joining request touches no index and no place in the line.
 */
export const enqueueJob = (qc: QueryCreator<DB>, job: NewJob) =>
  upsertLiveJob(qc.insertInto('artist_research_jobs').values(toJobRow(job))).returning([
    'id',
    'requests',
    'next_run_at',
  ])

/** The same as a part of a change's statement (src/records/audit/events.ts): asked for where its head was moved. */
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
      // In words, not as parameters: PostgreSQL has to see that this is the condition of the unique index.
      .where(sql<boolean>`state in ('pending', 'waiting')`)
      .doUpdateSet({ requests: sql<number>`artist_research_jobs.requests + 1` }),
  )
