import { type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectEligible, sourceCounts } from '#src/evidence/references/eligible-sources.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import { selectPublishedLore } from '#src/records/lore/versions.ts'

/** An overview for an interviewer (operations, section 6). It contains no evidence. */
export const readArtistBrief: Handler<'readArtistBrief'> = async ({ path, caller }, { db }) => {
  const { id: artistId } = path
  const { name, bio, lore, releases, counts } = await readAuthorized(db, { caller, artistId }, [
    sql<string>`a.name`.as('name'),
    sql<string | null>`a.bio`.as('bio'),
    selectPublishedLore(db, artistId).select('text').as('lore'),
    jsonArrayFrom(selectLatestReleases(db, artistId)).as('releases'),
    jsonObjectFrom(selectEligible(db, artistId).select(sourceCounts)).$notNull().as('counts'),
  ])
  return {
    status: 200,
    body: {
      status: 'ok',
      artistId,
      name,
      ...truncateBrief(name, bio, lore),
      ...(releases.length > 0 && { latestReleases: releases }),
      summaryIsEvidence: false,
      coverage: viewCoverage(counts),
      historyRequired: true,
    },
  }
}

/** The contract's bound of a brief. */
const releasesMax = 10

/** The latest releases of an artist, as the contract shows them; those without a date come last. */
const selectLatestReleases = (db: QueryCreator<DB>, artistId: string) =>
  db
    .selectFrom('releases')
    .select(['title', 'type', 'released_on as releasedOn', 'catalog', 'url'])
    .where('artist_id', '=', artistId)
    .orderBy('released_on', (order) => order.desc().nullsLast())
    .orderBy('release_id')
    .limit(releasesMax)

/** Name, biography and summary together, in UTF-16 code units (operations, section 6). */
const briefCharsMax = 6_000

/**
 * Cuts biography and summary so that both fit the budget beside the name. Neither crowds the other out: one that needs
 * less than half of the room leaves the rest of it to the other.
 */
export function truncateBrief(name: string, bio: string | null, lore: string | null) {
  const charsLeft = briefCharsMax - name.length
  const halfChars = Math.floor(charsLeft / 2)
  const bioPart = truncate(bio, Math.max(halfChars, charsLeft - (lore?.length ?? 0)))
  const lorePart = truncate(lore, Math.max(halfChars, charsLeft - (bio?.length ?? 0)))
  return {
    bio: bioPart,
    generatedLoreSummary: lorePart,
    returnedChars: name.length + (bioPart?.length ?? 0) + (lorePart?.length ?? 0),
    truncated: bioPart !== bio || lorePart !== lore,
  }
}

const truncate = (text: string | null, charsMax: number): string | null =>
  text === null ? null : truncateText(text, charsMax).text
