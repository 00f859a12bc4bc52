import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { requireAuthorized, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { TextPosition } from '#src/http/pagination/text-pager.ts'
import {
  nextSitting,
  selectActiveBoundaries,
  selectCorrections,
  selectLatestSitting,
  selectNewestAnswer,
} from '#src/records/memory/memory-queries.ts'
import { selectMemoryParts } from '#src/records/memory/snapshot.ts'

/** A boundary as the memory area reads it; inside a JSON aggregate its instants are strings. */
export const boundaryColumns = [
  'id',
  'revision',
  'wording',
  'scope',
  'sitting',
  'question_key',
  'question',
  'created_at',
  'retracted_at',
] as const

const selectActiveSitting = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('interview_sessions')
    .select('sitting')
    .where('artist_id', '=', artistId)
    .where('state', '=', sql.lit('active'))

/** The sitting under way, else the next. */
const selectActiveOrNextSitting = (db: Kysely<DB>, artistId: string) =>
  sql<number>`coalesce(${selectActiveSitting(db, artistId)}, ${nextSitting(artistId)})`

const selectSittings = (db: Kysely<DB>, artistId: string) =>
  [selectLatestSitting(artistId).as('latestSitting'), selectActiveSitting(db, artistId).as('activeSitting')] as const

/**
 * The memory's identity and sittings, and the texts of the entries from `from` on that a page of `charsMax` can reach:
 * one statement, so they agree. Without a sitting it is the memory of the active sitting, else of the next.
 */
export async function findMemory(
  db: Kysely<DB>,
  caller: User,
  { artistId, sitting: requestedSitting }: { artistId: string; sitting: number | undefined },
  from: TextPosition,
  charsMax: number,
) {
  const sitting =
    requestedSitting === undefined ? selectActiveOrNextSitting(db, artistId) : sql<number>`${requestedSitting}::int4`
  const reading = selectAuthorization(db, caller, artistId)
    .select(selectIfAuthorized(selectMemoryParts(db, artistId, sitting)))
    .select(selectIfAuthorized([sitting.as('sitting'), ...selectSittings(db, artistId)]))
    .select(
      selectIfAuthorized([
        jsonArrayFrom(selectEntriesWithin(db, selectEntries(db, artistId, sitting), from, charsMax)).as('entries'),
      ]),
    )
  return requireAuthorized(await reading.executeTakeFirstOrThrow())
}

/** One entry of the memory; `saved_at` is when its texts were saved, `facts` what its metadata adds. */
export type MemoryRow = {
  kind: 'latest_answer' | 'correction' | 'boundary'
  id: string
  revision: string
  saved_at: string | null
  first_text: string
  second_text: string | null
  facts: Record<string, string | number | null>
}

/** `since` orders a part; it outlives a change of the texts. */
type Listed = MemoryRow & { part: number; since: string | null }

/** The whole memory in its order: by part, and within a part the oldest first. */
const selectEntries = (db: Kysely<DB>, artistId: string, sitting: Expression<number>): RawBuilder<Listed> => {
  const answer = selectNewestAnswer(db, artistId).select([
    sql<number>`1`.as('part'),
    sql<string>`'latest_answer'`.as('kind'),
    'id',
    'revision',
    sql<null>`null::timestamptz`.as('since'),
    'answer_updated_at as saved_at',
    'question as first_text',
    'answer as second_text',
    sql`json_build_object('questionKey', question_key, 'source', source, 'sitting', sitting)`.as('facts'),
  ])
  const corrected = selectCorrections(db, artistId).select([
    sql<number>`2`.as('part'),
    sql<string>`'correction'`.as('kind'),
    'id',
    'revision',
    'created_at as since',
    'updated_at as saved_at',
    'claim as first_text',
    'correction as second_text',
    sql`json_build_object('correctionKind', correction_kind)`.as('facts'),
  ])
  const bounded = selectActiveBoundaries(db, artistId, sitting).select([
    sql<number>`3`.as('part'),
    sql<string>`'boundary'`.as('kind'),
    'id',
    'revision',
    'created_at as since',
    'created_at as saved_at',
    'question as first_text',
    'wording as second_text',
    sql`json_build_object('scope', scope, 'sitting', sitting, 'questionKey', question_key)`.as('facts'),
  ])
  return sql`(${answer} union all ${corrected} union all ${bounded})`
}

/** Code points that a field before a page's first one has at most; see the CHECKs of the tables. */
const fieldCodePointsMax = 4_000

/**
 * The entries from `from` on whose beginning lies within `charsMax` UTF-16 units. Counted in code points, of which a
 * text never has more than units: an entry too many may come along, none is missing, and no more texts leave the
 * database than a page holds.
 */
function selectEntriesWithin(db: Kysely<DB>, entries: RawBuilder<Listed>, from: TextPosition, charsMax: number) {
  const reach = charsMax + from.field * fieldCodePointsMax + from.start
  const numbered = db
    .selectFrom(entries.as('listed'))
    .selectAll()
    .select(sql<number>`row_number() over (order by part, since, id) - 1`.as('place'))
  const measured = db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .select(
      sql<number>`sum(char_length(first_text) + coalesce(char_length(second_text), 0))
        over (order by place rows between unbounded preceding and 1 preceding)`.as('points_before'),
    )
    .where('place', '>=', from.entry)
  return db
    .selectFrom(measured.as('measured'))
    .select(['kind', 'id', 'revision', 'saved_at', 'first_text', 'second_text', 'facts'])
    .where(sql<number>`coalesce(points_before, 0)`, '<', reach)
    .orderBy('place')
}

/** The ids of every boundary that applies to a sitting, and up to `rowsMax` of them from `from` on. */
export async function findBoundaries(
  db: Kysely<DB>,
  caller: User,
  { artistId, sitting }: { artistId: string; sitting: number },
  { from, rowsMax }: { from: number; rowsMax: number },
) {
  const holding = selectActiveBoundaries(db, artistId, sitting)
  const reading = selectAuthorization(db, caller, artistId).select(
    selectIfAuthorized([
      jsonArrayFrom(holding.select('id')).as('holding'),
      jsonArrayFrom(holding.select(boundaryColumns).offset(from).limit(rowsMax)).as('boundaries'),
    ]),
  )
  return requireAuthorized(await reading.executeTakeFirstOrThrow())
}
