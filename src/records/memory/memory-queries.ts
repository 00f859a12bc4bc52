import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/*
 * States that a partial index names stand in the statements as literals: a generic plan cannot tell of a parameter that
 * it is the index's condition, and would read every answer instead.
 */

/**
 * The most recently saved or revised answer: one probe of `interview_entries_newest_answer`, however many answers there
 * are.
 */
export const selectNewestAnswer = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('interview_entries')
    .where('artist_id', '=', artistId)
    .where('state', '=', sql.lit('answered'))
    .orderBy('saved_seq', 'desc')
    .limit(sql.lit(1))

/** Every correction of the artist, the oldest first. */
export const selectCorrections = (db: Kysely<DB>, artistId: string) =>
  db.selectFrom('corrections').where('artist_id', '=', artistId).orderBy('created_at').orderBy('id')

/** The boundaries that apply to a sitting, the oldest first: those until retracted, and those of this sitting alone. */
export const selectActiveBoundaries = (db: Kysely<DB>, artistId: string, sitting: number | Expression<number>) =>
  db
    .selectFrom('interview_boundaries')
    .where('artist_id', '=', artistId)
    .where('retracted_at', 'is', null)
    .where((eb) => eb.or([eb('scope', '=', 'until_retracted'), eb('sitting', '=', sitting)]))
    .orderBy('created_at')
    .orderBy('id')

/**
 * The greatest sitting number of the artist's sessions and answers, 0 before the first: the next sitting is one above
 * it (operations, section 3). Two index probes.
 */
export const selectLatestSitting = (artistId: string): RawBuilder<number> =>
  sql<number>`greatest(0, (select max(sitting) from interview_sessions where artist_id = ${artistId}),
    (select max(sitting) from interview_entries where artist_id = ${artistId}))`

/** The greatest number a sitting can have (contract, Session). */
export const sittingMax = 2_147_483_647

/** The number that the next sitting has; the greatest there is once no other is left. */
export const nextSitting = (artistId: string): RawBuilder<number> =>
  sql<number>`least(${selectLatestSitting(artistId)}::int8 + 1, ${sql.lit(sittingMax)})::int4`
