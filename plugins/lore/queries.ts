import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import { queryAuthorized, readAuthorized, selectAuthorized } from '#src/auth/authorized-read.ts'
import type { LoreAuthor, LoreRefreshState } from '#src/contract/types.gen.ts'
import type { AggregatedRow } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB, LoreVersions } from '#src/database/tables.gen.ts'
import { selectNewestEvent } from '#src/records/audit/events.ts'
import { selectNewestLore, selectPublishedLore } from '#src/records/lore/versions.ts'
import { selectCorrections, selectHoldingBoundaries } from '#src/records/memory/memory-queries.ts'
import type { HashedCitation } from '#src/text/revisions.ts'

const versionColumns = ['number', 'revision', 'previous', 'composed_by', 'created_at'] as const

type VersionColumns = Pick<AggregatedRow<LoreVersions>, (typeof versionColumns)[number]> & { composed_by: LoreAuthor }

/** A version of the Lore without its text. */
export type VersionRow = VersionColumns & { chars: number }

/** A version of the Lore. */
export type LoreRow = VersionColumns & { text: string; citations: HashedCitation[] }

/** UTF-16 code units of a text: its code points, and one more for each beyond the Basic Multilingual Plane. */
const utf16Length = sql<number>`char_length(text) + char_length(regexp_replace(text, '[\\u0001-\\uFFFF]', '', 'g'))`

type LoreRead = ArtistScope & { revision: string | null }

/**
 * A version (the published one without a revision), the numbers of the published one and of the newest of all, what may
 * not be said, the proposal, and the refresh that is queued.
 */
export const findLore = (db: Kysely<DB>, params: LoreRead) => queryAuthorized(db, selectLore(params))

export type LoreRecords = Omit<Awaited<ReturnType<typeof findLore>>, 'version'>

const selectLore = prepareQuery((db, { caller, artistId, revision }: LoreRead) => {
  const one = db
    .selectFrom('lore_versions')
    .select([...versionColumns, 'text', 'citations'])
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

  return selectAuthorized(db, { caller, artistId }, [
    sql<string>`a.name`.as('artistName'),
    sql<string | null>`(select hash from ${selectNewestEvent(artistId)})`.as('auditHead'),
    jsonObjectFrom(one).as('version'),
    published.as('published'),
    selectNewestLore(db, artistId).select('number').as('newest'),
    jsonObjectFrom(proposal).as('proposal'),
    jsonObjectFrom(refresh).as('refresh'),
    jsonArrayFrom(selectHoldingBoundaries(db, artistId).select(boundaryColumns)).as('boundaries'),
    jsonArrayFrom(selectCorrections(db, artistId).select(['id', 'claim', 'correction'])).as('corrections'),
  ])
})

const boundaryColumns = ['id', 'wording', 'question_key as questionKey', 'question'] as const

/** The sources with these ids, as the artist's page names them. */
export const listQuotedSources = (db: Kysely<DB>, artistId: string, ids: readonly string[]) =>
  db
    .selectFrom('sources')
    .select(['source_id', 'title', 'publisher', 'published_at', 'url'])
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
  return await readAuthorized(db, { caller, artistId }, [
    selectNewestLore(db, artistId).select('number').as('newest'),
    selectPublishedLore(db, artistId).select('number').as('published'),
    jsonArrayFrom(versions).as('rows'),
  ])
}
