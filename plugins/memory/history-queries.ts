import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { offeredAtOrMinusInfinity } from '#src/records/interview/entries.ts'
import { selectActiveBoundaries, selectLatestSitting, selectNewestAnswer } from '#src/records/memory/memory-queries.ts'

/** What of the history is asked for. Corrections belong to no sitting: the sitting narrows the questions alone. */
export type HistoryFilter = { kind: 'all' | 'answers' | 'corrections'; sitting: number | null }

/** The entry that a page begins with; `at` is when it was offered or recorded, null where that is not known. */
export type HistoryFrom = { kind: 'correction' | 'answer'; at: string | null; id: string }

/**
 * What a page of the history shows, `rowsMax` entries at most of each kind, and what it says about the whole; one
 * statement, whose cost is that of the page and not of the history before or after it.
 */
export async function findHistory(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  filter: HistoryFilter,
  { from, rowsMax }: { from: HistoryFrom | undefined; rowsMax: number },
) {
  const correctionsMax = filter.kind !== 'answers' && from?.kind !== 'answer' ? rowsMax : 0
  const answersMax = filter.kind !== 'corrections' ? rowsMax : 0
  return await readAuthorized(db, { caller, artistId }, [
    selectNewestChange(artistId).as('listVersion'),
    jsonObjectFrom(selectNewestAnswer(db, artistId).select(['id as entryId', 'revision'])).as('latestAnswer'),
    sql<boolean>`exists ${selectActiveBoundaries(db, artistId, selectLatestSitting(artistId)).select('id')}`.as(
      'hasBoundaries',
    ),
    sql<boolean>`exists (select from corrections where artist_id = ${artistId} and retracted_at is null)`.as(
      'hasCorrections',
    ),
    jsonArrayFrom(selectCorrectionRows(db, artistId, from).limit(correctionsMax)).as('corrections'),
    jsonArrayFrom(selectAnswerRows(db, artistId, filter.sitting, from).limit(answersMax)).as('answers'),
  ])
}

/**
 * Word for word the condition of `audit_events_of_history`, or the index could not serve it. 0 before the first change.
 */
const selectNewestChange = (artistId: string): RawBuilder<number> =>
  sql<number>`coalesce((select seq from audit_events where artist_id = ${artistId}
    and action not in ('sitting.started', 'boundary.saved', 'boundary.retracted', 'discovery.reviewed', 'lore.published',
      'artist.added', 'claim.approved', 'claim.revoked', 'source.captured', 'source.linked', 'source.reviewed',
      'source.promoted', 'discovery.found', 'releases.refreshed', 'bio.published', 'profile.found', 'profile.linked',
      'profile.removed')
    order by seq desc limit 1), 0)`

const selectCorrectionRows = (db: Kysely<DB>, artistId: string, from: HistoryFrom | undefined) =>
  db
    .selectFrom('corrections')
    .select(['id', 'revision', 'claim', 'correction', 'correction_kind', 'created_at'])
    .where('artist_id', '=', artistId)
    .where('retracted_at', 'is', null)
    .$if(from?.kind === 'correction', (qb) =>
      qb.where(sql<boolean>`(created_at, id) <= (${from?.at}::timestamptz, ${from?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

const selectAnswerRows = (db: Kysely<DB>, artistId: string, sitting: number | null, from: HistoryFrom | undefined) =>
  db
    .selectFrom('interview_entries')
    .select(['id', 'revision', 'question_key', 'question', 'answer', 'state', 'source', 'sitting', 'offered_at'])
    .select(['answer_updated_at', 'citations'])
    .where('artist_id', '=', artistId)
    .$if(sitting !== null, (qb) => qb.where('sitting', '=', sitting))
    .$if(from?.kind === 'answer', (qb) =>
      qb.where(
        sql<boolean>`(${offeredAtOrMinusInfinity}, id) <= (${from?.at ?? '-infinity'}::timestamptz, ${from?.id}::uuid)`,
      ),
    )
    .orderBy(offeredAtOrMinusInfinity, 'desc')
    .orderBy('id', 'desc')

type History = Awaited<ReturnType<typeof findHistory>>
export type CorrectionRow = History['corrections'][number]
export type AnswerRow = History['answers'][number]
