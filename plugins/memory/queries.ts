import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { readAuthorized } from '#src/auth/authorized-read.ts'
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

const selectActiveSitting = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('interview_sessions')
    .select('sitting')
    .where('artist_id', '=', artistId)
    .where('state', '=', sql.lit('active'))

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
  const activeSitting = selectActiveSitting(db, artistId)
  const sitting =
    requestedSitting === undefined
      ? sql<number>`coalesce(${activeSitting}, ${nextSitting(artistId)})`
      : sql<number>`${requestedSitting}::int4`
  const entries = selectEntriesWithin(db, selectEntries(db, artistId, sitting), from, charsMax)
  return await readAuthorized(db, { caller, artistId }, [
    ...selectMemoryParts(db, artistId, sitting),
    sitting.as('sitting'),
    selectLatestSitting(artistId).as('latestSitting'),
    activeSitting.as('activeSitting'),
    jsonArrayFrom(entries).as('entries'),
  ])
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

/** The whole memory; in its order by part, and within a part the oldest first. */
const selectEntries = (db: Kysely<DB>, artistId: string, sitting: RawBuilder<number>): RawBuilder<Listed> => sql`(
  select 1 as part, 'latest_answer' as kind, id, revision, null::timestamptz as since, answer_updated_at as saved_at,
    question as first_text, answer as second_text,
    json_build_object('questionKey', question_key, 'source', source, 'sitting', sitting) as facts
  from ${selectNewestAnswer(db, artistId).selectAll().as('answer')}
  union all
  select 2, 'correction', id, revision, created_at, updated_at, claim, correction,
    json_build_object('correctionKind', correction_kind)
  from ${selectCorrections(db, artistId).selectAll().as('corrected')}
  union all
  select 3, 'boundary', id, revision, created_at, created_at, question, wording,
    json_build_object('scope', scope, 'sitting', sitting, 'questionKey', question_key)
  from ${selectActiveBoundaries(db, artistId, sitting).selectAll().as('bounded')})`

/**
 * The entries from `from` on whose beginning lies within `charsMax` UTF-16 units or right behind them, by which the page
 * knows that another follows. Counted in code points, of which a
 * text never has more than units: an entry too many may come along, none is missing, and no more texts leave the
 * database than a page holds.
 */
function selectEntriesWithin(db: Kysely<DB>, entries: RawBuilder<Listed>, from: TextPosition, charsMax: number) {
  const rest = db
    .selectFrom(entries.as('listed'))
    .selectAll()
    .orderBy('part')
    .orderBy('since')
    .orderBy('id')
    .offset(from.entry)
  const measured = db
    .selectFrom(rest.as('rest'))
    .selectAll()
    .select(
      sql<number>`sum(char_length(first_text) + coalesce(char_length(second_text), 0))
        over (order by part, since, id rows between unbounded preceding and 1 preceding)`.as('points_before'),
    )
  return db
    .selectFrom(measured.as('measured'))
    .select(['kind', 'id', 'revision', 'saved_at', 'first_text', 'second_text', 'facts'])
    .where(sql<number>`coalesce(points_before, 0)`, '<=', charsMax + from.start)
    .orderBy('part')
    .orderBy('since')
    .orderBy('id')
}
