import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { MemoryEntry, MemoryFieldName } from '#src/contract/types.gen.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { type Field, type FieldWindow, fillPage } from '#src/http/pagination/text-pager.ts'
import {
  selectActiveBoundaries,
  selectCorrections,
  selectLatestSitting,
  selectMemoryParts,
  selectNewestAnswer,
  selectNextSitting,
} from '#src/records/memory/memory-queries.ts'
import { computeMemoryRevision } from '#src/text/revisions.ts'

const cursors = createCursorCodec('readInterviewMemory', { sitting: isCount, entry: isCount, start: isCount })

/**
 * One page of the mandatory memory: that of the active sitting, else of the next, where the request names none. Its
 * cursors are bound to the sitting and the snapshot, so the next page is never of another memory (operations, section
 * 5). Identity and texts are read by one statement, so they agree.
 */
export const readInterviewMemory: Handler<'readInterviewMemory'> = async ({ path, query, caller }, { db }) => {
  const { maxChars } = query
  const artistId = path.id
  const listing = { artistId }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position ?? { entry: 0, start: 0 }
  const asked = query.sitting ?? cursor?.position.sitting
  if (cursor !== undefined && cursor.position.sitting !== asked) throw createMalformedCursor()

  const active = selectActiveSitting(db, artistId)
  const addressed =
    asked === undefined ? sql<number>`coalesce(${active}, ${selectNextSitting(artistId)})` : sql<number>`${asked}::int4`
  const { sitting, ...memory } = await readAuthorized(db, { caller, artistId }, [
    ...selectMemoryParts(db, artistId, addressed),
    addressed.as('sitting'),
    selectLatestSitting(artistId).as('latestSitting'),
    active.as('activeSitting'),
    selectEntriesWithin(selectEntries(db, artistId, addressed), from, maxChars).as('rows'),
  ])
  if (!mayRead(sitting, memory)) throw new Problem('state_changed')
  const { latestAnswer, corrections, boundaries, rows } = memory
  const snapshotId = computeMemoryRevision({ artistId, sitting, latestAnswer, corrections, boundaries })
  refuseStaleCursor(cursor, snapshotId)

  const page = fillPage(rows, cursor?.position.start, { charsMax: maxChars, entriesMax: rows.length })
  const next = page.next && { ...page.next, entry: from.entry + page.next.entry }
  return {
    status: 200,
    body: {
      status: 'ok',
      snapshotId,
      sitting,
      latestAnswer,
      totalEntries: (latestAnswer === null ? 0 : 1) + corrections.length + boundaries.length,
      entries: page.entries.map(({ entry, fields }) => viewMemoryEntry(entry, fields)),
      constraintsComplete: cursor === undefined && next === undefined,
      budget: {
        returnedChars: page.returnedChars,
        nextCursor: next === undefined ? null : cursors.write(listing, snapshotId, { sitting, ...next }),
      },
    },
  }
}

const selectActiveSitting = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('interview_sessions')
    .select('sitting')
    .where('artist_id', '=', artistId)
    .where('state', '=', sql.lit('active' as const))

/** One entry of the memory; `saved_at` is when its texts were saved, `facts` what its metadata adds. */
type MemoryRow = {
  kind: 'latest_answer' | 'correction' | 'boundary'
  id: string
  revision: string
  saved_at: string | null
  fields: Field<MemoryFieldName>[]
  facts: Record<string, string | number | null>
}

/** The whole memory, part by part; `since` orders a part, the oldest first, and outlives a change of the texts. */
const selectEntries = (db: Kysely<DB>, artistId: string, sitting: RawBuilder<number>) => sql`
  select 1 as part, 'latest_answer' as kind, id, revision, null::timestamptz as since, answer_updated_at as saved_at,
    ${selectFields('question', 'answer')},
    json_build_object('questionKey', question_key, 'source', source, 'sitting', sitting) as facts
  from ${selectNewestAnswer(db, artistId).selectAll().as('answer')}
  union all
  select 2, 'correction', id, revision, created_at, updated_at, ${selectFields('claim', 'correction')},
    json_build_object('correctionKind', correction_kind)
  from ${selectCorrections(db, artistId).selectAll().as('corrected')}
  union all
  select 3, 'boundary', id, revision, created_at, created_at, ${selectFields('question', 'wording')},
    json_build_object('scope', scope, 'sitting', sitting, 'questionKey', question_key)
  from ${selectActiveBoundaries(db, artistId, sitting).selectAll().as('bounded')}
  order by part, since, id`

/** The two texts of an entry, named as their columns, and how many code points they have. */
const selectFields = (first: MemoryFieldName, second: MemoryFieldName) => sql`
    json_build_array(json_build_object('name', ${sql.lit(first)}, 'text', ${sql.ref(first)}),
      json_build_object('name', ${sql.lit(second)}, 'text', ${sql.ref(second)})) as fields,
    char_length(${sql.ref(first)}) + coalesce(char_length(${sql.ref(second)}), 0) as points`

/**
 * The entries from `from` on whose beginning lies within `charsMax` UTF-16 units or right behind them, by which the
 * page knows that another follows. Counted in code points, of which a text never has more than units: an entry too many
 * may come along, none is missing, and no more texts leave the database than a page holds.
 */
const selectEntriesWithin = (
  entries: RawBuilder<unknown>,
  from: { entry: number; start: number },
  charsMax: number,
) => sql<MemoryRow[]>`(
  select coalesce(json_agg(page order by part, since, id), '[]') from (
    select *, sum(points) over (order by part, since, id rows between unbounded preceding and 1 preceding) as points_before
    from (${entries} offset ${from.entry}) as listed) as page
  where coalesce(points_before, 0) <= ${charsMax + from.start})`

/**
 * Whether a memory may be read for a sitting: the latest known, or the one that comes next (operations, section 5). The
 * sitting under way is one too when an import brought answers of a later number, or no question could be offered in it
 * any more.
 */
const mayRead = (sitting: number, known: { latestSitting: number; activeSitting: number | null }): boolean =>
  sitting === known.latestSitting || sitting === known.latestSitting + 1 || sitting === known.activeSitting

/** An entry with the windows of its texts that a page has room for. */
const viewMemoryEntry = (row: MemoryRow, fields: FieldWindow<MemoryFieldName>[]): MemoryEntry => ({
  entryId: row.id,
  revision: row.revision,
  kind: row.kind,
  fields,
  metadata: { ...row.facts, savedAt: viewInstantOrNull(row.saved_at) },
})
