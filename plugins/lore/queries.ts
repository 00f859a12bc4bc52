import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { prepareAuthorized } from '#src/auth/authorized-read.ts'
import type { AggregatedRow } from '#src/database/instants.ts'
import type { LoreVersions } from '#src/database/tables.gen.ts'
import { selectNewestEvent } from '#src/records/audit/events.ts'
import { selectNewestLore, selectPublishedLore } from '#src/records/lore/versions.ts'
import { selectRestrictions } from '#src/records/memory/memory-queries.ts'
import type { HashedCitation } from '#src/text/revisions.ts'

export const versionColumns = ['number', 'revision', 'previous', 'composed_by', 'created_at'] as const

/** A version of the Lore without its text. */
export type VersionColumns = Pick<AggregatedRow<LoreVersions>, (typeof versionColumns)[number]>

/** A version of the Lore. */
export type LoreRow = VersionColumns & { text: string; citations: HashedCitation[] }

type LoreRead = { artistId: string; revision: string | null }

/**
 * A version (the published one without a revision), the numbers of the published one and of the newest of all, what may
 * not be said, the proposal, and the refresh that is queued.
 */
export const findLore = prepareAuthorized((db, { artistId, revision }: LoreRead) => {
  const ofPublished = selectPublishedLore(db, artistId).select('revision')
  const one = db
    .selectFrom('lore_versions')
    .select([...versionColumns, 'text', 'citations'])
    .where('artist_id', '=', artistId)
    .where('revision', '=', sql<string>`coalesce(${revision}::text, (${ofPublished}))`)
  const published = selectPublishedLore(db, artistId).select('number')
  const proposal = selectNewestLore(db, artistId)
    .select(versionColumns)
    .where('number', '>', sql<number>`coalesce((${published}), 0)`)
  const refresh = db
    .selectFrom('artist_research_jobs')
    .select('created_at')
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'lore_refresh')
    .where('state', 'in', [sql.lit('pending' as const), sql.lit('waiting' as const)])

  return [
    sql<string>`a.name`.as('artistName'),
    sql<string | null>`(select hash from ${selectNewestEvent(artistId)})`.as('auditHead'),
    jsonObjectFrom(one).as('version'),
    published.as('published'),
    selectNewestLore(db, artistId).select('number').as('newest'),
    jsonObjectFrom(proposal).as('proposal'),
    jsonObjectFrom(refresh).as('refresh'),
    ...selectRestrictions(db, artistId),
  ]
})

export type LoreRecords = Omit<Awaited<ReturnType<typeof findLore>>, 'version'>
