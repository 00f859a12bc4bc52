import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { AggregatedRow } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB, InterviewBoundaries } from '#src/database/tables.gen.ts'
import { selectForChange } from '#src/records/audit/events.ts'
import { selectPublishedLore } from '#src/records/lore/versions.ts'
import { selectActiveBoundaries, selectLatestSitting, selectListVersion } from '#src/records/memory/memory-queries.ts'
import type { HashedCitation } from '#src/text/revisions.ts'

export type BoundaryRow = AggregatedRow<InterviewBoundaries>

const selectBoundaries = (db: Kysely<DB>, artistId: string) =>
  db.selectFrom('interview_boundaries').where('artist_id', '=', artistId)

const selectQuestion = (db: Kysely<DB>, artistId: string, questionKey: string) =>
  db.selectFrom('interview_entries').where('artist_id', '=', artistId).where('question_key', '=', questionKey)

/** What saving a boundary is decided on. `activeCount` counts those that hold in the latest sitting or a later one. */
export const findForBoundary = prepareQuery(
  (db, { caller, artistId, requestId, questionKey }: ArtistScope & { requestId: string; questionKey: string }) => {
    const saved = selectBoundaries(db, artistId).selectAll().where('request_id', '=', requestId)
    const question = selectQuestion(db, artistId, questionKey).select(['id', 'question_key', 'question'])
    const active = selectBoundaries(db, artistId)
      .select(sql<number>`count(*)`.as('count'))
      .where('retracted_at', 'is', null)
      .where((eb) => eb.or([eb('scope', '=', 'until_retracted'), eb('sitting', '>=', selectLatestSitting(artistId))]))
    return selectForChange(db, { caller, artistId }, [
      jsonObjectFrom(saved).as('saved'),
      jsonObjectFrom(question).as('question'),
      selectLatestSitting(artistId).as('latestSitting'),
      active.as('activeCount'),
    ])
  },
)

/** What a retraction is decided on. */
export const findBoundary = prepareQuery((db, { caller, artistId, boundaryId }: ArtistScope & { boundaryId: string }) =>
  selectForChange(db, { caller, artistId }, [
    jsonObjectFrom(selectBoundaries(db, artistId).selectAll().where('id', '=', boundaryId)).as('boundary'),
  ]),
)

/** What a preview is made of besides the answers: the artist's name, the question, and the published Lore. */
export async function findForPreview(
  db: Kysely<DB>,
  { caller, artistId, questionKey }: ArtistScope & { questionKey: string },
) {
  const lore = selectPublishedLore(db, artistId)
    .select(['text', 'citations', 'revision'])
    .$castTo<{ text: string; citations: HashedCitation[]; revision: string }>()
  return await readAuthorized(db, { caller, artistId }, [
    sql<string>`a.name`.as('artistName'),
    selectQuestion(db, artistId, questionKey).select('question').as('question'),
    jsonObjectFrom(lore).as('lore'),
  ])
}

type BoundariesPage = ArtistScope & { sitting: number; from: number; limit: number }

/** The boundaries that apply to a sitting, up to `limit` of them from a place on. */
export async function listBoundaries(db: Kysely<DB>, { caller, artistId, sitting, from, limit }: BoundariesPage) {
  const active = selectActiveBoundaries(db, artistId, sitting)
  return await readAuthorized(db, { caller, artistId }, [
    selectListVersion(active).as('listVersion'),
    jsonArrayFrom(active.selectAll().offset(from).limit(limit)).as('rows'),
  ])
}
