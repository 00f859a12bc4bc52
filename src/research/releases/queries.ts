import { sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import type { FoundRelease } from '../providers/catalog.ts'

/**
 * Saves releases as a catalogue lists them now.
 * @returns how many are new or have changed
 */
export async function saveReleases(
  trx: Transaction<DB>,
  { artistId, now }: { artistId: string; now: Date },
  catalog: string,
  releases: readonly FoundRelease[],
): Promise<number> {
  if (releases.length === 0) return 0
  const rows = [...new Map(releases.map((release) => [release.releaseId, release])).values()].map((release) => ({
    release_id: release.releaseId,
    title: truncateText(release.title, 300).text,
    type: release.type === null ? null : truncateText(release.type, 60).text,
    released_on: release.releasedOn,
    url: release.url,
  }))
  const found = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as found (release_id text, title text, type text, released_on text, url text)`
  // Two statements: a cluster inserts no rows in a WITH.
  const { rows: changed } = await sql`
    select found.release_id from ${found} left join releases as known on known.artist_id = ${artistId}
      and known.catalog = ${catalog} and known.release_id = found.release_id
    where (known.title, known.type, known.released_on, known.url)
      is distinct from (found.title, found.type, found.released_on, found.url)`.execute(trx)
  await sql`
    insert into releases (artist_id, catalog, release_id, title, type, released_on, url, found_at, seen_at)
    select ${artistId}, ${catalog}, release_id, title, type, released_on, url, ${now}, ${now} from ${found}
    on conflict (artist_id, catalog, release_id) do update set title = excluded.title, type = excluded.type,
      released_on = excluded.released_on, url = excluded.url, seen_at = excluded.seen_at`.execute(trx)
  return changed.length
}

/** Removes the releases that a full refresh since `since` has not seen. @returns how many */
export async function removeUnseen(trx: Transaction<DB>, artistId: string, catalog: string, since: string) {
  const removed = await trx
    .deleteFrom('releases')
    .where('artist_id', '=', artistId)
    .where('catalog', '=', catalog)
    .where('seen_at', '<', sql<Date>`date_trunc('milliseconds', ${since}::timestamptz)`)
    .returning('release_id')
    .execute()
  return removed.length
}
