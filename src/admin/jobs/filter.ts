import { type RawBuilder, sql } from 'kysely'
import { type Moment, toSqlInstant } from '../moment.ts'

/** Selects jobs that match every given property. */
export type JobFilter = {
  artistId?: string | undefined
  state?: string | undefined
  kind?: string | undefined
  /** The category of the latest failure. */
  reason?: string | undefined
  /** Ended, or else last saved, or else created, at this moment or later. */
  since?: Moment | undefined
  /** The same, before this moment. */
  before?: Moment | undefined
}

const changedAt = sql<Date>`coalesce(j.finished_at, j.updated_at, j.created_at)`

/** Of `artist_research_jobs as j`. */
export function matchJobs({ artistId, state, kind, reason, since, before }: JobFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (artistId !== undefined) conditions.push(sql`j.artist_id = ${artistId}`)
  if (state !== undefined) conditions.push(sql`j.state = ${state}`)
  if (kind !== undefined) conditions.push(sql`j.kind = ${kind}`)
  if (reason !== undefined) conditions.push(sql`j.error_category = ${reason}`)
  if (since !== undefined) conditions.push(sql`${changedAt} >= ${toSqlInstant(since)}`)
  if (before !== undefined) conditions.push(sql`${changedAt} < ${toSqlInstant(before)}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
