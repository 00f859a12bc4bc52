import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { HistoryEntry, HistoryFieldName } from '#src/contract/types.gen.ts'
import { type AggregatedRow, viewInstantOrNull } from '#src/database/instants.ts'
import type { Corrections, DB, InterviewEntries } from '#src/database/tables.gen.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { allowNull, isCount, isInstant, isOneOf, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { type Field, fillPage } from '#src/http/pagination/text-pager.ts'
import { offeredAtOrMinusInfinity } from '#src/records/interview/entries.ts'
import {
  selectActiveBoundaries,
  selectCorrections,
  selectLatestSitting,
  selectNewestAnswer,
} from '#src/records/memory/memory-queries.ts'

const cursors = createCursorCodec('listInterviewHistory', {
  kind: isOneOf('correction', 'answer'),
  at: allowNull(isInstant),
  id: isUuid,
  start: isCount,
})

/**
 * The corrections, then every question with its answer; each the newest first, and questions whose offer has no known
 * instant at the end. A sitting narrows the questions alone: corrections belong to none. A cursor is bound to the
 * newest change that can show here; boundaries, reviews and Lore leave it valid (operations, section 5).
 */
export const listInterviewHistory: Handler<'listInterviewHistory'> = async ({ path, query, caller }, { db }) => {
  const { limit, maxChars, kind, sitting = null } = query
  const artistId = path.id
  const listing = { artistId, filter: { kind, sitting } }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position
  // One statement, whose cost is that of the page and not of the history before or after it.
  const history = await readAuthorized(db, { caller, artistId }, [
    selectNewestChange(artistId).as('listVersion'),
    jsonObjectFrom(selectNewestAnswer(db, artistId).select(['id as entryId', 'revision'])).as('latestAnswer'),
    sql<boolean>`exists ${selectActiveBoundaries(db, artistId, selectLatestSitting(artistId)).select('id')}`.as(
      'hasBoundaries',
    ),
    sql<boolean>`exists ${selectCorrections(db, artistId).select('id')}`.as('hasCorrections'),
    jsonArrayFrom(
      selectCorrectionRows(db, artistId, from).limit(kind === 'answers' || from?.kind === 'answer' ? 0 : limit + 1),
    ).as('corrections'),
    jsonArrayFrom(selectAnswerRows(db, artistId, sitting, from).limit(kind === 'corrections' ? 0 : limit + 1)).as(
      'answers',
    ),
  ])
  refuseStaleCursor(cursor, history.listVersion)

  const items = [...history.corrections.map(viewCorrection), ...history.answers.map(viewAnswer)]
  if (from !== undefined && items[0]?.entry.entryId !== from.id) throw createMalformedCursor()
  const page = fillPage(items, from?.start, { charsMax: maxChars, entriesMax: limit })
  const next = page.next && items[page.next.entry]
  const position = next && { kind: next.entry.kind, at: next.at, id: next.entry.entryId, start: page.next?.start ?? 0 }
  const correctionsComplete =
    !history.hasCorrections || (kind !== 'answers' && from === undefined && next?.entry.kind !== 'correction')
  return {
    status: 200,
    body: {
      status: 'ok',
      entries: page.entries.map(({ entry: { entry }, fields }) => ({
        ...entry,
        fields: fields.map(({ name, ...window }) => ({ field: name, ...window })),
      })),
      budget: {
        returnedChars: page.returnedChars,
        truncated: page.next !== undefined && page.next.entry < limit,
        nextCursor: position === undefined ? null : cursors.write(listing, history.listVersion, position),
      },
      constraintsComplete: correctionsComplete && !history.hasBoundaries,
      memory: { boundaryState: history.hasBoundaries ? 'active' : 'none', latestAnswer: history.latestAnswer },
      correctionsComplete,
    },
  }
}

/** The entry that a page begins with; `at` is when it was offered or recorded, null where that is not known. */
type From = { kind: 'correction' | 'answer'; at: string | null; id: string } | undefined

/**
 * Word for word the condition of `audit_events_of_history`, or the index could not serve it. 0 before the first change.
 */
const selectNewestChange = (artistId: string) =>
  sql<number>`coalesce((select seq from audit_events where artist_id = ${artistId}
    and action not in ('sitting.started', 'boundary.saved', 'boundary.retracted', 'discovery.reviewed', 'lore.published',
      'artist.added', 'claim.approved', 'claim.revoked', 'source.captured', 'source.linked', 'source.reviewed',
      'source.promoted', 'discovery.found', 'releases.refreshed', 'bio.published', 'profile.found', 'profile.linked',
      'profile.removed')
    order by seq desc limit 1), 0)`

const selectCorrectionRows = (db: Kysely<DB>, artistId: string, from: From) =>
  db
    .selectFrom('corrections')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('retracted_at', 'is', null)
    .$if(from?.kind === 'correction', (qb) =>
      qb.where(sql<boolean>`(created_at, id) <= (${from?.at}::timestamptz, ${from?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

const selectAnswerRows = (db: Kysely<DB>, artistId: string, sitting: number | null, from: From) =>
  db
    .selectFrom('interview_entries')
    .selectAll()
    .where('artist_id', '=', artistId)
    .$if(sitting !== null, (qb) => qb.where('sitting', '=', sitting))
    .$if(from?.kind === 'answer', (qb) =>
      qb.where(
        sql<boolean>`(${offeredAtOrMinusInfinity}, id) <= (${from?.at ?? '-infinity'}::timestamptz, ${from?.id}::uuid)`,
      ),
    )
    .orderBy(offeredAtOrMinusInfinity, 'desc')
    .orderBy('id', 'desc')

/** An entry of the history: when it was offered or recorded, its texts, and what is shown beside them. */
type HistoryItem = { at: string | null; fields: Field<HistoryFieldName>[]; entry: Omit<HistoryEntry, 'fields'> }

const viewCorrection = (row: AggregatedRow<Corrections>): HistoryItem => ({
  at: viewInstantOrNull(row.created_at),
  fields: [
    { name: 'claim', text: row.claim },
    { name: 'correction', text: row.correction },
  ],
  entry: {
    entryId: row.id,
    revision: row.revision,
    kind: 'correction',
    questionKey: null,
    answerState: null,
    sitting: null,
    offeredAt: null,
    answerUpdatedAt: null,
    source: null,
    correctionKind: row.correction_kind,
    references: [],
  },
})

const viewAnswer = (row: AggregatedRow<InterviewEntries>): HistoryItem => ({
  at: viewInstantOrNull(row.offered_at),
  fields: [
    { name: 'question', text: row.question },
    { name: 'answer', text: row.answer },
  ],
  entry: {
    entryId: row.id,
    revision: row.revision,
    kind: 'answer',
    questionKey: row.question_key,
    answerState: row.state,
    sitting: row.sitting,
    offeredAt: viewInstantOrNull(row.offered_at),
    answerUpdatedAt: viewInstantOrNull(row.answer_updated_at),
    source: row.source,
    correctionKind: null,
    references: row.citations,
  },
})
