import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#src/database/tables.gen.ts'

/** The most recently saved or revised answer: that of the newest version, found by one probe of `response_versions`. */
export const selectNewestAnswer = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('interview_entries')
    .where('artist_id', '=', artistId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('response_versions')
        .select('entry_id')
        .where('artist_id', '=', artistId)
        .orderBy('saved_seq', 'desc')
        // A literal and not a parameter, so that a generic plan takes the value into account.
        .limit(sql.lit(1)),
    )

/** The artist's corrections that are in force, oldest first. */
export const selectCorrections = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('corrections')
    .where('artist_id', '=', artistId)
    .where('retracted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')

/** What a cursor over these is bound to: their ids and revisions. */
export const selectListVersion = (rows: SelectQueryBuilder<DB, 'corrections' | 'interview_boundaries', object>) =>
  sql<string>`(select coalesce(md5(string_agg(concat(id, revision), '')), '') from (${rows.select(['id', 'revision'])}) as listed)`

/** Every boundary that is not retracted, oldest first, of whatever scope: Lore is read outside any sitting. */
const selectHoldingBoundaries = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('interview_boundaries')
    .where('artist_id', '=', artistId)
    .where('retracted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')

/** What may not be said, as columns of a larger statement: these boundaries, and the corrections that hold. */
export const selectRestrictions = (db: Kysely<DB>, artistId: string) =>
  [
    jsonArrayFrom(
      selectHoldingBoundaries(db, artistId).select(['id', 'wording', 'question_key as questionKey', 'question']),
    ).as('boundaries'),
    jsonArrayFrom(selectCorrections(db, artistId).select(['id', 'claim', 'correction'])).as('corrections'),
  ] as const

/** Those that apply to a sitting: until they are retracted, and those of this sitting. */
export const selectActiveBoundaries = (db: Kysely<DB>, artistId: string, sitting: number | Expression<number>) =>
  selectHoldingBoundaries(db, artistId).where((eb) =>
    eb.or([eb('scope', '=', 'until_retracted'), eb('sitting', '=', sitting)]),
  )

/**
 * The greatest sitting number of the artist's sessions and answers, 0 without one; the next sitting is one above it
 * (operations, section 3). Two index probes.
 */
export const selectLatestSitting = (artistId: string): RawBuilder<number> =>
  sql<number>`greatest(0, (select max(sitting) from interview_sessions where artist_id = ${artistId}),
    (select max(sitting) from interview_entries where artist_id = ${artistId}))`

/** The greatest sitting number (contract, Session). */
export const sittingMax = 2_147_483_647

/** The number of the next sitting, at most `sittingMax`. */
export const selectNextSitting = (artistId: string): RawBuilder<number> =>
  sql<number>`least(${selectLatestSitting(artistId)}::int8 + 1, ${sql.lit(sittingMax)})::int4`

/**
 * The memory that an offer in this sitting respects, by identities and revisions, as columns of a larger statement.
 * Its cost grows with corrections and boundaries, not with answers. Whatever changes it also changes the head of
 * the artist's audit trail, by which an offer detects that its snapshot is no longer current (operations, section 5).
 */
export const selectMemoryParts = (db: Kysely<DB>, artistId: string, sitting: number | Expression<number>) =>
  [
    jsonObjectFrom(selectNewestAnswer(db, artistId).select(['id as entryId', 'revision'])).as('latestAnswer'),
    jsonArrayFrom(selectCorrections(db, artistId).select(['id as correctionId', 'revision'])).as('corrections'),
    jsonArrayFrom(selectActiveBoundaries(db, artistId, sitting).select(['id as boundaryId', 'revision'])).as(
      'boundaries',
    ),
  ] as const
