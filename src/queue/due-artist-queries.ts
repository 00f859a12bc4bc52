import { type RawBuilder, sql } from 'kysely'
import { type Statement, statement } from '#src/database/statement.ts'
import { hasKind, isDue, isDueByPosition } from './due-jobs.ts'
import type { JobKind } from './kinds.ts'

/** Artists whom one look finds at most. */
export const scanArtistsMax = 2_000

/** Undefined: of any kind. */
export type KindFilter = { kinds: readonly JobKind[] | undefined }

/** What a look answers with: the moment it was made at, and who has due jobs, each with the place of the first. */
export type DueArtistsRow = { at: string; found: [artistId: string, since: string][] | null }

/** A place as text, of one length and in any session's time zone the same. */
export const formatPosition = (place: RawBuilder<unknown>) =>
  sql<string>`to_char(${place} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Planned each time for the table of the moment: a plan that was made over a table of three rows goes through all rows,
 * and for each artist once.
 */
const unprepared =
  <Given extends object, Row>(asking: Statement<Given, Row>): Statement<Given, Row> =>
  (given) => ({ ...asking(given), name: undefined })

const statementsOf = ({ named }: { named: boolean }) => {
  const ofKinds = (given: KindFilter) => (named ? sql`and ${hasKind(given.kinds)}` : sql``)
  return {
    /**
     * Who has come into the line since a moment: a walk along its end. What was written before and is kept only now
     * stands a little further back. Of a crowd the first are found.
     */
    news: statement<KindFilter & { at: string; slackMs: number }, DueArtistsRow & { isCrowd: boolean }>((db, given) =>
      sql<DueArtistsRow & { isCrowd: boolean }>`
        select coalesce(sum(jobs), 0) = ${sql.lit(scanArtistsMax)} as "isCrowd", ${formatPosition(sql`now()`)} as at, ${asPairs} as found from (
          select artist_id, min(queued_at) as queued_at, count(*) as jobs from (
            select artist_id, queued_at from artist_research_jobs
            where ${isDueByPosition} ${ofKinds(given)} and queued_at <= now()
              and queued_at >= ${given.at}::timestamptz - ${given.slackMs} * interval '1 millisecond'
            order by queued_at, next_run_at, id limit ${sql.lit(scanArtistsMax)}
          ) as came group by artist_id
        ) as found`.compile(db),
    ),
    /**
     * Who has due jobs at all, in the order of their identifiers, from behind one of them on: from artist to artist,
     * over whatever lies between.
     */
    scan: unprepared(
      statement<KindFilter & { after: string }, DueArtistsRow>((db, given) => {
        const next = (after: RawBuilder<unknown>) => sql`
        select artist_id, queued_at from artist_research_jobs
        where ${isDue} ${ofKinds(given)} and artist_id > ${after} order by artist_id, queued_at, next_run_at, id limit 1`
        return sql<DueArtistsRow>`
        with recursive line as (
          (${next(sql`${given.after}::uuid`)}) union all
          select next.* from line as last cross join lateral (${next(sql`last.artist_id`)}) as next
        )
        select ${formatPosition(sql`now()`)} as at, ${asPairs} as found
        from (select * from line limit ${sql.lit(scanArtistsMax)}) as found`.compile(db)
      }),
    ),
    /** The same for a cluster whose shards hold artists: they cannot be walked through by one statement. */
    scanShards: statement<KindFilter & { after: string }, DueArtistsRow>((db, given) =>
      sql<DueArtistsRow>`
        select ${formatPosition(sql`now()`)} as at, ${asPairs} as found from (
          select artist_id, min(queued_at) as queued_at from artist_research_jobs
          where ${isDue} ${ofKinds(given)} and artist_id > ${given.after}::uuid
          group by artist_id order by artist_id limit ${sql.lit(scanArtistsMax)}
        ) as found`.compile(db),
    ),
    /** The last of those who have due jobs. */
    last: unprepared(
      statement<KindFilter, { artist_id: string }>((db, given) =>
        sql<{ artist_id: string }>`
          select artist_id from artist_research_jobs where ${isDue} ${ofKinds(given)}
          order by artist_id desc, queued_at desc, next_run_at desc, id desc limit 1`.compile(db),
      ),
    ),
  }
}

const asPairs = sql`json_agg(json_build_array(artist_id, ${formatPosition(sql`queued_at`)}))`

const [ofAnyKind, ofNamedKinds] = [statementsOf({ named: false }), statementsOf({ named: true })]

/** The words differ where kinds are named. */
export const dueArtistQueries = ({ kinds }: KindFilter) => (kinds === undefined ? ofAnyKind : ofNamedKinds)
