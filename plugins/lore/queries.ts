import { type Kysely, type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type ArtistScope,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { LoreAuthor, LoreRefreshState } from '#src/contract/types.gen.ts'
import type { Database } from '#src/database/database.ts'
import type { Instant } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, requireOneRow } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectNewestLore, selectPublishedLore } from '#src/records/lore/versions.ts'
import type { Correction } from '#src/records/memory/exclusions/corrections.ts'
import type { Boundary } from '#src/records/memory/exclusions/parse-boundary.ts'
import { selectCorrections } from '#src/records/memory/memory-queries.ts'
import type { HashedCitation } from '#src/text/revisions.ts'

/** A version of the Lore as it is stored. */
export type LoreRow = {
  number: number
  text: string
  citations: HashedCitation[]
  revision: string
  previous: string | null
  composed_by: LoreAuthor
  created_at: Instant
}

/** A source as the list of a page names it. */
export type SourceRow = {
  sourceId: string
  title: string | null
  publisher: string | null
  publishedAt: string | null
  url: string | null
}

/** The live refresh of the Lore. */
export type RefreshRow = { state: LoreRefreshState; cursor: number; total: number | null; created_at: Instant }

/** A version without its text. */
export type VersionRow = Omit<LoreRow, 'text' | 'citations'> & { chars: number }

const loreColumns = ['number', 'text', 'citations', 'revision', 'previous', 'composed_by', 'created_at'] as const

const versionColumns = ['number', 'revision', 'previous', 'composed_by', 'created_at'] as const

/** UTF-16 code units of a text: its code points, and one more for each beyond the Basic Multilingual Plane. */
const utf16Length = sql<number>`char_length(text) + char_length(regexp_replace(text, '[\\u0001-\\uFFFF]', '', 'g'))`

type LoreRead = ArtistScope & { revision: string | null }

/**
 * A version (the published one without a revision), the numbers of the published one and of the newest of all, what may
 * not be said, the sources of the artist that the version quotes, the proposal, and the refresh that is queued.
 */
export async function findLore(db: Database, params: LoreRead) {
  return requireAuthorized(requireOneRow(await queryPipelined(db, selectLore(params))))
}

const selectLore = prepareQuery((db, { caller, artistId, revision }: LoreRead) => {
  const one = db
    .selectFrom('lore_versions')
    .select(loreColumns)
    .where('artist_id', '=', artistId)
    .where(
      'revision',
      '=',
      sql<string>`coalesce(${revision}::text, (${selectPublishedLore(db, artistId).select('revision')}))`,
    )
    .$castTo<LoreRow>()
  const published = selectPublishedLore(db, artistId).select('number')
  const proposal = selectNewestLore(db, artistId)
    .select(versionColumns)
    .select(utf16Length.as('chars'))
    .where('number', '>', sql<number>`coalesce((${published}), 0)`)
    .$castTo<VersionRow>()
  const refresh = db
    .selectFrom('artist_research_jobs')
    .select(['cursor', 'total', 'created_at'])
    .select(sql<LoreRefreshState>`case when leased_until > now() then 'running' else 'pending' end`.as('state'))
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'lore_refresh')
    .where('purpose', '=', '')
    .where('state', 'in', [sql.lit('pending'), sql.lit('waiting')])
    .$castTo<RefreshRow>()
  return selectAuthorization(db, caller, artistId)
    .select(
      selectIfAuthorized([
        sql<string>`a.name`.as('artistName'),
        selectAuditHead(db, artistId).as('auditHead'),
        jsonObjectFrom(one).as('version'),
        published.as('published'),
        selectNewestLore(db, artistId).select('number').as('newest'),
        jsonObjectFrom(proposal).as('proposal'),
        jsonObjectFrom(refresh).as('refresh'),
        jsonArrayFrom(selectBoundaries(db, artistId)).as('boundaries'),
        jsonArrayFrom(selectCorrections(db, artistId).select(['id', 'claim', 'correction']).$castTo<Correction>()).as(
          'corrections',
        ),
      ]),
    )
    .compile()
})

const selectAuditHead = (db: QueryCreator<DB>, artistId: string) =>
  db
    .selectFrom('audit_events')
    .select('hash')
    .where('artist_id', '=', artistId)
    .orderBy('seq', 'desc')
    .limit(sql.lit(1))

/** Every boundary that is not retracted, of whatever scope: Lore is read outside any sitting. */
const selectBoundaries = (db: QueryCreator<DB>, artistId: string) =>
  db
    .selectFrom('interview_boundaries')
    .select(['id', 'wording', 'question_key as questionKey', 'question'])
    .where('artist_id', '=', artistId)
    .where('retracted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<Boundary>()

/** The sources with these ids, as the artist's page names them. */
export const listQuotedSources = (db: Kysely<DB>, artistId: string, ids: readonly string[]): Promise<SourceRow[]> =>
  db
    .selectFrom('sources')
    .select(['source_id as sourceId', 'title', 'publisher', 'published_at as publishedAt', 'url'])
    .where('artist_id', '=', artistId)
    .where(sql<boolean>`source_id = any(${ids})`)
    .execute()

type VersionsPage = ArtistScope & { before: number | undefined; limit: number }

/** Versions, the newest first, and the numbers of the newest of all and of the published one. */
export async function listVersions(db: Kysely<DB>, { caller, artistId, before, limit }: VersionsPage) {
  const versions = db
    .selectFrom('lore_versions')
    .select(versionColumns)
    .select(utf16Length.as('chars'))
    .where('artist_id', '=', artistId)
    .$if(before !== undefined, (qb) => qb.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .$castTo<VersionRow>()
  const reading = selectAuthorization(db, caller, artistId).select(
    selectIfAuthorized([
      selectNewestLore(db, artistId).select('number').as('newest'),
      selectPublishedLore(db, artistId).select('number').as('published'),
      jsonArrayFrom(versions).as('rows'),
    ]),
  )
  return requireAuthorized(await reading.executeTakeFirstOrThrow())
}
