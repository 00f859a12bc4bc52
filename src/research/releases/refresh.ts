import { sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { type SliceResult, waitedTooLong } from '#src/queue/slice.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { formatCount } from '#src/text/format-count.ts'
import { findArtistName } from '../artist-name.ts'
import { isProviderFailure, type ProviderFailure } from '../providers/call.ts'
import type { Catalog, FoundRelease } from '../providers/catalog.ts'
import { sendAtRate } from '../providers/rate-limit.ts'
import { decideAfterFailure, endUnconfigured, type ResearchContext, type ResearchSlice } from '../slice.ts'
import { listProfileLinks } from '../social/profiles.ts'

/** What one slice of a refresh leaves to the next. */
type Checkpoint = {
  catalogArtistId: string
  /** Releases that have been listed. */
  listed: number
  total: number
  /** When listing began: a release not seen since has left the catalogue. */
  since: string
}

/** Pages of releases that are read: a name with more than a thousand releases is shared by several artists. */
const pagesMax = 10

/**
 * One slice of a refresh of releases: one rate-limited request to the catalogue. The first finds the artist, each other
 * reads a page.
 */
export const refreshReleases: ResearchSlice = async (job, context) => {
  const { catalog } = context.providers
  if (catalog === undefined) return endUnconfigured('Nothing looks for releases here: no provider is configured')
  const known = 'catalogArtistId' in job.checkpoint ? (job.checkpoint as Checkpoint) : undefined
  return known === undefined ? await find(job, context, catalog) : await readReleases(job, context, catalog, known)
}

async function find(job: ClaimedJob, context: ResearchContext, catalog: Catalog): Promise<SliceResult> {
  const { db, signal } = context
  const artistId = job.artist_id
  const artist = { artistId, name: await findArtistName(db, artistId), links: await listProfileLinks(db, artistId) }
  const found = await sendAtRate(context, catalog.rateLimit, () => catalog.find(artist, signal))
  if (typeof found === 'string') return { done: {}, progress: unfound[found] }
  if (isProviderFailure(found)) return afterFailure(job, found)
  const checkpoint: Checkpoint = { ...found, listed: 0, total: 0, since: job.claimed_at }
  return { next: { cursor: 1, total: null, checkpoint }, progress: 'Found the artist in the catalogue' }
}

const unfound = {
  none: 'The catalogue has no artist of this name',
  several: 'The catalogue has several artists of this name; a link to the right one decides',
}

async function readReleases(
  job: ClaimedJob,
  context: ResearchContext,
  catalog: Catalog,
  before: Checkpoint,
): Promise<SliceResult> {
  const page = await sendAtRate(context, catalog.rateLimit, () =>
    catalog.listReleases(before.catalogArtistId, before.listed, context.signal),
  )
  if (isProviderFailure(page)) return afterFailure(job, page)
  const after: Checkpoint = { ...before, listed: before.listed + page.listed, total: page.total }
  const isComplete = after.listed >= page.total
  // A page that ends the list before its total is no list, nor is one with more than its total.
  if ((page.listed === 0 && !isComplete) || after.listed > page.total) return { failed: 'unreadable' }
  return {
    save: async (change) => {
      await save(change, catalog.name, page.releases, isComplete ? before.since : undefined)
      return decideNext(job, after, page.listed, isComplete)
    },
  }
}

function decideNext(job: ClaimedJob, after: Checkpoint, listed: number, isComplete: boolean): JobDecision {
  const cursor = job.cursor + 1
  const progress = `Read ${after.listed} of ${formatCount(after.total, 'release')}`
  if (isComplete || cursor > pagesMax) return { done: { result: { releases: after.listed } }, progress }
  const pages = Math.min(pagesMax, cursor - 1 + Math.ceil((after.total - after.listed) / listed))
  return { next: { cursor, total: 1 + pages, checkpoint: after }, progress }
}

const afterFailure = (job: ClaimedJob, failure: ProviderFailure) =>
  decideAfterFailure(job, failure, {
    stay: job,
    goOn: (failed) => (failed === 'rate_limited' ? { failed: 'timed_out', progress: waitedTooLong } : { failed }),
  })

/** Saves a page, and after the last one removes what the catalogue no longer lists; one event records every change. */
async function save(
  change: AuditTrail,
  catalog: string,
  releases: readonly FoundRelease[],
  since: string | undefined,
): Promise<void> {
  const { trx, artistId } = change
  const changed = await saveReleases(trx, change, catalog, releases)
  const removed = since === undefined ? 0 : await removeUnseen(trx, artistId, catalog, since)
  if (changed + removed === 0) return
  const subject = `releases:${catalog}`
  change.stage({ action: 'releases.refreshed', subject, revision: null, details: { changed, removed } })
}

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
