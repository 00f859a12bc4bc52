import { sql } from 'kysely'
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

/** The live refresh of the Lore. */
export type RefreshRow = { state: LoreRefreshState; cursor: number; total: number | null; created_at: Instant }

/** A version without its text. */
export type VersionRow = Omit<LoreRow, 'text' | 'citations'> & { chars: number }

const loreColumns = ['number', 'text', 'citations', 'revision', 'previous', 'composed_by', 'created_at'] as const

/** UTF-16 code units of a text: its code points, and one more for each beyond the Basic Multilingual Plane. */
const utf16Length = sql<number>`char_length(text) + char_length(regexp_replace(text, '[\\u0001-\\uFFFF]', '', 'g'))`

/** A version (the newest without a revision), the number of the newest, and the refresh that is queued. */
export async function findLore(db: Database, params: ArtistScope & { revision: string | null }) {
  return requireAuthorized(requireOneRow(await queryPipelined(db, selectLore(params))))
}

const selectLore = prepareQuery((db, { caller, artistId, revision }: ArtistScope & { revision: string | null }) => {
  const newest = db.selectFrom('lore_versions').where('artist_id', '=', artistId).orderBy('number', 'desc').limit(1)
  const version = db
    .selectFrom('lore_versions')
    .select(loreColumns)
    .where('artist_id', '=', artistId)
    .where(sql<boolean>`(${revision}::text is null or revision = ${revision})`)
    .orderBy('number', 'desc')
    .limit(1)
    .$castTo<LoreRow>()
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
        jsonObjectFrom(version).as('version'),
        newest.select('number').as('newest'),
        jsonObjectFrom(refresh).as('refresh'),
      ]),
    )
    .compile()
})

type VersionsPage = ArtistScope & { before: number; limit: number }

/** `limit` versions below a number, the newest first, and the number of the newest of all. */
export async function listVersions(db: Database, params: VersionsPage) {
  return requireAuthorized(requireOneRow(await queryPipelined(db, selectVersions(params))))
}

const selectVersions = prepareQuery((db, { caller, artistId, before, limit }: VersionsPage) => {
  const versions = db.selectFrom('lore_versions').where('artist_id', '=', artistId).orderBy('number', 'desc')
  const page = versions
    .select(['number', 'revision', 'previous', 'composed_by', 'created_at', utf16Length.as('chars')])
    .where('number', '<', before)
    .limit(limit)
    .$castTo<VersionRow>()
  return selectAuthorization(db, caller, artistId)
    .select(
      selectIfAuthorized([
        versions.select('number').limit(sql.lit(1)).as('newest'),
        jsonArrayFrom(page).as('versions'),
      ]),
    )
    .compile()
})
