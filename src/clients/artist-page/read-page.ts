import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '#src/database/database.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined } from '#src/database/query.ts'
import type { HashedCitation } from '#src/text/revisions.ts'

export type PageSource = {
  source_id: string
  title: string | null
  url: string | null
  publisher: string | null
  published_at: string | null
}

/** What visitors read of an artist. */
export type ArtistPage = {
  name: string
  bio: string | null
  lore: { text: string; citations: HashedCitation[]; created_at: string } | null
  sources: PageSource[]
}

/** The page of an artist who has published it, with the sources that it may still quote; undefined otherwise. */
export async function readArtistPage(db: Database, artistId: string): Promise<ArtistPage | undefined> {
  const [page] = await queryPipelined(db, selectPage({ artistId }))
  return page
}

const selectPage = prepareQuery((db, { artistId }: { artistId: string }) => {
  const lore = db
    .selectFrom('lore_versions')
    .select(['text', 'citations', 'created_at'])
    .where('artist_id', '=', artistId)
    // A text with a model's overview is only ever a proposal.
    .where('composed_by', '<>', sql.lit('model'))
    .orderBy(sql`composed_by = 'artist'`, 'desc')
    .orderBy('number', 'desc')
    .limit(sql.lit(1))
    .$castTo<NonNullable<ArtistPage['lore']>>()
  const sources = db
    .selectFrom('sources')
    .select(['source_id', 'title', 'url', 'publisher', 'published_at'])
    .where('artist_id', '=', artistId)
    .where('curation', '=', sql.lit('approved'))
    .where('is_private', '=', sql.lit(false))
    .$castTo<PageSource>()
  return db
    .selectFrom('artists as a')
    .innerJoin('onboarding as o', (join) => join.onRef('o.artist_id', '=', 'a.id').on('o.artist_id', '=', artistId))
    .select(['a.name', 'a.bio', jsonObjectFrom(lore).as('lore'), jsonArrayFrom(sources).as('sources')])
    .where('a.id', '=', artistId)
    .where('o.publish_at', 'is not', null)
    .compile()
})
