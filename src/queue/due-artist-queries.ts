import { type RawBuilder, sql } from 'kysely'
import { type PreparedQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { hasKind, isDue, isDueByPosition } from './due-jobs.ts'
import type { JobKind } from './kinds.ts'

/** Artists that one page of a scan returns at most. */
export const scanArtistsMax = 2_000

/** Undefined: any kind. */
export type KindFilter = { kinds: readonly JobKind[] | undefined }

/** The database's time of the query, and the artists with due jobs, each with the queue position of its first one. */
export type DueArtistsRow = { at: string; found: [artistId: string, since: string][] | null }

/** A queue position as text of fixed width in UTC: comparable as a string, whatever the session's time zone. */
export const formatPosition = (position: RawBuilder<unknown>) =>
  sql<string>`to_char(${position} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Sent unnamed and so planned each time: a plan cached for a table of three rows is a sequential scan for each artist.
 */
const withoutName =
  <Given extends object, Row>(query: PreparedQuery<Given, Row>): PreparedQuery<Given, Row> =>
  (params) => ({ ...query(params), name: undefined })

const buildStatements = ({ filtersKinds }: { filtersKinds: boolean }) => {
  const filterByKinds = (params: KindFilter) => (filtersKinds ? sql`and ${hasKind(params.kinds)}` : sql``)
  return {
    /**
     * Artists with jobs queued since `at`, read from the end of the queue index. `slackMs` reaches further back, for
     * rows that were written before `at` and committed after it. `isTruncated` when there were more jobs than
     * `scanArtistsMax`.
     */
    findNewlyQueued: prepareQuery<
      KindFilter & { at: string; slackMs: number },
      DueArtistsRow & { isTruncated: boolean }
    >((db, params) =>
      sql<DueArtistsRow & { isTruncated: boolean }>`
        select coalesce(sum(jobs), 0) = ${sql.lit(scanArtistsMax)} as "isTruncated", ${formatPosition(sql`now()`)} as at, ${asPairs} as found from (
          select artist_id, min(queued_at) as queued_at, count(*) as jobs from (
            select artist_id, queued_at from artist_research_jobs
            where ${isDueByPosition} ${filterByKinds(params)} and queued_at <= now()
              and queued_at >= ${params.at}::timestamptz - ${params.slackMs} * interval '1 millisecond'
            order by queued_at, next_run_at, id limit ${sql.lit(scanArtistsMax)}
          ) as came group by artist_id
        ) as found`.compile(db),
    ),
    /**
     * Artists with due jobs in the order of their identifiers, after `after`: a loose index scan by recursive query,
     * one index probe for each artist however many jobs it has.
     */
    scanArtists: withoutName(
      prepareQuery<KindFilter & { after: string }, DueArtistsRow>((db, params) => {
        const next = (after: RawBuilder<unknown>) => sql`
        select artist_id, queued_at from artist_research_jobs
        where ${isDue} ${filterByKinds(params)} and artist_id > ${after} order by artist_id, queued_at, next_run_at, id limit 1`
        return sql<DueArtistsRow>`
        with recursive line as (
          (${next(sql`${params.after}::uuid`)}) union all
          select next.* from line as last cross join lateral (${next(sql`last.artist_id`)}) as next
        )
        select ${formatPosition(sql`now()`)} as at, ${asPairs} as found
        from (select * from line limit ${sql.lit(scanArtistsMax)}) as found`.compile(db)
      }),
    ),
    /** The same with GROUP BY for a cluster, where a recursive query cannot cross shards. */
    scanShards: prepareQuery<KindFilter & { after: string }, DueArtistsRow>((db, params) =>
      sql<DueArtistsRow>`
        select ${formatPosition(sql`now()`)} as at, ${asPairs} as found from (
          select artist_id, min(queued_at) as queued_at from artist_research_jobs
          where ${isDue} ${filterByKinds(params)} and artist_id > ${params.after}::uuid
          group by artist_id order by artist_id limit ${sql.lit(scanArtistsMax)}
        ) as found`.compile(db),
    ),
    /** The greatest identifier of an artist with due jobs. */
    findLastArtist: withoutName(
      prepareQuery<KindFilter, { artist_id: string }>((db, params) =>
        sql<{ artist_id: string }>`
          select artist_id from artist_research_jobs where ${isDue} ${filterByKinds(params)}
          order by artist_id desc, queued_at desc, next_run_at desc, id desc limit 1`.compile(db),
      ),
    ),
  }
}

const asPairs = sql`json_agg(json_build_array(artist_id, ${formatPosition(sql`queued_at`)}))`

const [ofAnyKind, ofNamedKinds] = [buildStatements({ filtersKinds: false }), buildStatements({ filtersKinds: true })]

/** Two texts, because a condition on `kind` that is always true would keep the planner from the partial index. */
export const chooseDueArtistQueries = ({ kinds }: KindFilter) => (kinds === undefined ? ofAnyKind : ofNamedKinds)
