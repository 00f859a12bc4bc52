import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ask } from '#src/database/ask.ts'
import { statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { beginningOf, type Entry } from './beginning.ts'
import { due, placelessDue } from './due.ts'
import { behindHis, step } from './line.ts'

/*
 * Places for the jobs that have come due without one. Whoever claims comes by here every few moments, so that a job waits for its place for so
 * long at most; and however many of an artist's come due at once, they get one round after the other.
 */

/** Milliseconds between two looks of a process for such jobs. Those that find none may take a twentieth of the time at most. */
const everyMs = 25
const share = 20
/** So many at a time: a few milliseconds, for which their rows are locked. */
export const placedMax = 200
/** For so many milliseconds at most it goes on while there are more, before it claims: those who are late would miss their turns. */
const goesOnMs = 500

type Looking = { after: number; underWay: Promise<void> | undefined }

const looking = new WeakMap<Kysely<DB>, Looking>()

/** Gives as many as its places to a number of jobs, which it answers. */
type Place = (db: Kysely<DB>) => Promise<number>

/** Gives jobs their places by `place`, unless this process has done so just now or does so already: then it claims meanwhile. */
export async function placeNowAndThen(db: Kysely<DB>, place: Place): Promise<void> {
  const { after, underWay } = looking.get(db) ?? {}
  if (underWay === undefined && performance.now() >= (after ?? 0)) await placeNow(db, place)
}

/** Does so in any case, together with whoever does so already. */
export async function placeNow(db: Kysely<DB>, place: Place): Promise<void> {
  const own = looking.get(db) ?? { after: 0, underWay: undefined }
  looking.set(db, own)
  own.underWay ??= placeAll(db, place)
    .then((after) => Object.assign(own, { after }))
    .finally(() => Object.assign(own, { underWay: undefined }))
    .then(() => {})
  await own.underWay
}

/** Answers when to look again. */
async function placeAll(db: Kysely<DB>, place: Place): Promise<number> {
  const began = performance.now()
  const found = await place(db)
  const tookMs = performance.now() - began
  if (found === 0) return began + tookMs + Math.max(everyMs, share * tookMs)
  let last = found
  while (last === placedMax && performance.now() - began < goesOnMs) last = await place(db)
  return performance.now() + (last === placedMax ? 0 : everyMs)
}

/**
 * Gives the first jobs that are due without a place one each, and answers how many it found. A process that has claimed already has passed
 * a part of the round by, and gives places in the next one.
 */
export async function givePlaces(db: Kysely<DB>): Promise<number> {
  const { entry } = beginningOf(db)
  const rows = await ask(db, entry === undefined ? placingFromAnywhere({}) : placing({ entry }))
  return Number(rows[0]?.found ?? 0)
}

type Found = { found: string }

const placingFromAnywhere = statement<object, Found>((db) =>
  placingOf(placelessDue, firstRound(sql`turn_at is not null`)).compile(db),
)

const placing = statement<{ entry: Entry }, Found>((db, { entry }) =>
  placingOf(
    placelessDue,
    sql`${firstRound(sql`(turn_at, next_run_at, id) >= (${entry.place}, ${entry.due_at}, ${entry.id})`)} + ${step}`,
  ).compile(db),
)

/** The round that is being served: that of the first entry of the line, but for a lease that ran out, which may have stood there for long. */
const firstRound = (from: RawBuilder<unknown>) => sql`(
    select turn_at from artist_research_jobs where ${due} and lease_token is null and ${from} order by turn_at, next_run_at, id limit 1
  )`

/** The same for one artist, where the round is known from elsewhere; null where the line is empty. */
export const placingOfArtist = statement<{ artistId: string; round: string | null }, Found>((db, { artistId, round }) =>
  placingOf(
    sql`${placelessDue} and artist_id = ${artistId}`,
    sql`${round}::timestamptz`,
    sql`and job.artist_id = ${artistId}`,
  ).compile(db),
)

/** In the given round, or in the present where the line is empty. One that is alone with an empty line needs no place: it is claimed as it is. */
const placingOf = (
  whose: RawBuilder<unknown>,
  front: RawBuilder<unknown>,
  ofHim: RawBuilder<unknown> = sql``,
) => sql<Found>`
  with front as (
    select ${front} as place
  ), newcomer as (
    select artist_id, id, next_run_at from artist_research_jobs where ${whose}
    order by next_run_at, id limit ${sql.lit(placedMax)}
    for update skip locked
  ), ranked as (
    select artist_id, id, row_number() over (partition by artist_id order by next_run_at, id) - 1 as behind from newcomer
  ), placed as (
    update artist_research_jobs as job
    set turn_at = greatest(coalesce(front.place, now()), ${behindHis(sql`job.artist_id`)}) + ranked.behind * ${step}
    from ranked, front
    where job.artist_id = ranked.artist_id and job.id = ranked.id ${ofHim}
      and (front.place is not null or (select count(*) from newcomer) > 1)
  )
  select count(*) as found from newcomer`
