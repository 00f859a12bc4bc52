import { type RawBuilder, sql } from 'kysely'
import { type Statement, statement } from '#src/database/statement.ts'
import { due, dueInLine, isOfKinds } from './due-jobs.ts'
import type { Kind } from './kinds.ts'

/** Artists whom one look finds at most. */
export const lookMax = 2_000

/** Undefined: of any kind. */
export type OfKinds = { kinds: readonly Kind[] | undefined }

/** What a look answers with: the moment it was made at, and who has due jobs, each with the place of the first. */
export type LookRow = { at: string; found: [artistId: string, since: string][] | null }

/** A place as text, of one length and in any session's time zone the same. */
export const placeOf = (place: RawBuilder<unknown>) =>
  sql<string>`to_char(${place} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Planned each time for the table of the moment: a plan that was made over a table of three rows goes through all rows, and for each artist once. */
const plannedAnew =
  <Given extends object, Row>(asking: Statement<Given, Row>): Statement<Given, Row> =>
  (given) => ({ ...asking(given), name: undefined })

const statementsOf = ({ named }: { named: boolean }) => {
  const ofKinds = (given: OfKinds) => (named ? sql`and ${isOfKinds(given.kinds)}` : sql``)
  return {
    /**
     * Who has come into the line since a moment: a walk along its end. What was written before and is kept only now stands a little further back. Of a
     * crowd the first are found.
     */
    news: statement<OfKinds & { at: string; slackMs: number }, LookRow & { isCrowd: boolean }>((db, given) =>
      sql<LookRow & { isCrowd: boolean }>`
        select coalesce(sum(jobs), 0) = ${sql.lit(lookMax)} as "isCrowd", ${placeOf(sql`now()`)} as at, ${asPairs} as found from (
          select artist_id, min(turn_at) as turn_at, count(*) as jobs from (
            select artist_id, turn_at from artist_research_jobs
            where ${dueInLine} ${ofKinds(given)} and turn_at <= now()
              and turn_at >= ${given.at}::timestamptz - ${given.slackMs} * interval '1 millisecond'
            order by turn_at, next_run_at, id limit ${sql.lit(lookMax)}
          ) as came group by artist_id
        ) as found`.compile(db),
    ),
    /** Who has due jobs at all, in the order of their identifiers, from behind one of them on: from artist to artist, over whatever lies between. */
    around: plannedAnew(
      statement<OfKinds & { after: string }, LookRow>((db, given) => {
        const next = (after: RawBuilder<unknown>) => sql`
        select artist_id, turn_at from artist_research_jobs
        where ${due} ${ofKinds(given)} and artist_id > ${after} order by artist_id, turn_at, next_run_at, id limit 1`
        return sql<LookRow>`
        with recursive line as (
          (${next(sql`${given.after}::uuid`)}) union all
          select next.* from line as last cross join lateral (${next(sql`last.artist_id`)}) as next
        )
        select ${placeOf(sql`now()`)} as at, ${asPairs} as found
        from (select * from line limit ${sql.lit(lookMax)}) as found`.compile(db)
      }),
    ),
    /** The same for a cluster whose shards hold artists: they cannot be walked through by one statement. */
    aroundShards: statement<OfKinds & { after: string }, LookRow>((db, given) =>
      sql<LookRow>`
        select ${placeOf(sql`now()`)} as at, ${asPairs} as found from (
          select artist_id, min(turn_at) as turn_at from artist_research_jobs
          where ${due} ${ofKinds(given)} and artist_id > ${given.after}::uuid
          group by artist_id order by artist_id limit ${sql.lit(lookMax)}
        ) as found`.compile(db),
    ),
    /** The last of those who have due jobs. */
    last: plannedAnew(
      statement<OfKinds, { artist_id: string }>((db, given) =>
        sql<{ artist_id: string }>`
          select artist_id from artist_research_jobs where ${due} ${ofKinds(given)}
          order by artist_id desc, turn_at desc, next_run_at desc, id desc limit 1`.compile(db),
      ),
    ),
  }
}

const asPairs = sql`json_agg(json_build_array(artist_id, ${placeOf(sql`turn_at`)}))`

const [ofAnyKind, ofNamedKinds] = [statementsOf({ named: false }), statementsOf({ named: true })]

/** The words differ where kinds are named. */
export const lookStatements = ({ kinds }: OfKinds) => (kinds === undefined ? ofAnyKind : ofNamedKinds)
