import { type Kysely, sql } from 'kysely'
import { lockArtist } from '#src/auth/artist-authorization.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { everyArtist } from '#src/queue/due-jobs.ts'
import type { JobKind } from '#src/queue/kinds.ts'
import { type Operator, openOperatorLog } from '../operator-log.ts'
import { createUnknownArtist } from '../unknown-names.ts'
import type { Pause } from './explain.ts'

export type PauseScope = { kind: JobKind; artistId: string | null; because: string; operator?: Operator }

/**
 * Keeps jobs of a kind from being claimed, of one artist or of all; a slice under way ends as it would. Paused again,
 * it keeps its first instant and takes the new reason. An event of the operators' log.
 * @throws Problem `not_found` when there is no such artist
 */
export const pauseJobs = (db: Kysely<DB>, { kind, artistId, because, operator }: PauseScope) =>
  transact(db, async (trx) => {
    const log = await openOperatorLog(trx, operator)
    // Locked, so that an artist who is being erased gets no pause that would outlast the erasure.
    if (artistId !== null && (await runQuery(trx, lockArtist({ artistId }))).length === 0)
      throw createUnknownArtist(artistId)
    await trx
      .insertInto('job_pauses')
      .values({ kind, artist_id: artistId ?? everyArtist, because })
      .onConflict((conflict) => conflict.columns(['kind', 'artist_id']).doUpdateSet({ because }))
      .execute()
    await log.add({ action: 'jobs.paused', subject: formatSubject(kind), details: { artistId, because } })
    return 'paused' as const
  })

/** Takes a pause back. `unchanged` where there is none; another pause may still hold for the same jobs. */
export const resumeJobs = (
  db: Kysely<DB>,
  { kind, artistId, because, operator }: PauseScope,
): Promise<'resumed' | 'unchanged'> =>
  transact(db, async (trx) => {
    const log = await openOperatorLog(trx, operator)
    const { numDeletedRows } = await trx
      .deleteFrom('job_pauses')
      .where('kind', '=', kind)
      .where('artist_id', '=', artistId ?? everyArtist)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return 'unchanged'
    await log.add({ action: 'jobs.resumed', subject: formatSubject(kind), details: { artistId, because } })
    return 'resumed'
  })

/** `artist` is the name; null, as `artistId` is, where the pause is of every artist. */
export async function listPauses(db: Kysely<DB>) {
  const pauses = await db.selectFrom('job_pauses').selectAll().orderBy('kind').orderBy('artist_id').execute()
  const ids = pauses.map(({ artist_id }) => artist_id)
  // A second statement: a cluster cannot join pauses, which each node has, to artists, of which some have none.
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from artists where id = any(${ids}::uuid[])`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return pauses.map(({ kind, artist_id, because, paused_at }) => ({
    kind,
    artistId: artist_id === everyArtist ? null : artist_id,
    artist: names.get(artist_id) ?? null,
    because,
    pausedAt: paused_at,
  }))
}

/**
 * The pause that keeps a job of `artist_research_jobs as j` from being claimed; the one of every artist before its own.
 */
export const pauseOfJob = sql<Pause | null>`(
  select json_build_object(
    'artistId', nullif(p.artist_id, ${sql.lit(everyArtist)}),
    'because', p.because,
    'pausedAt', to_char(p.paused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from job_pauses as p
  where p.kind = j.kind
    and (p.artist_id = j.artist_id or p.artist_id = ${sql.lit(everyArtist)})
  order by p.artist_id limit 1)`

const formatSubject = (kind: JobKind) => `jobs:${kind}`
