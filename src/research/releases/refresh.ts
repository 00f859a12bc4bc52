import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, completeJob, continueJob, snoozeJob } from '#src/queue/transitions.ts'
import { endUnconfiguredJob } from '#src/queue/unconfigured-job.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import type { Catalog, FoundRelease, SoughtArtist } from '../providers/catalog/index.ts'
import type { ProviderFailure } from '../providers/provider-error.ts'
import { createRateLimitedSend, isProviderFailure } from '../providers/rate-limited.ts'
import { saveSlice } from '../save-slice.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import { listProfileLinks } from '../social/profiles.ts'
import { removeUnseen, saveReleases } from './queries.ts'

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
  if (catalog === undefined) return await endUnconfiguredJob(job, context)
  const known = 'catalogArtistId' in job.checkpoint ? (job.checkpoint as Checkpoint) : undefined
  if (known !== undefined) return await readPage(job, context, catalog, known)
  const artist = await findArtist(context, job.artist_id)
  const linked = catalog.findLinked(artist)
  if (linked !== undefined) return await begin(job, context, linked)
  const found = await sendRateLimited(job, context, catalog, (signal) => catalog.find(artist, signal))
  if ('outcome' in found) return found.outcome
  switch (found.answer) {
    case 'none':
      return await endWithout(job, context, messages.artistNotFound)
    case 'several':
      return await endWithout(job, context, messages.artistAmbiguous)
    default:
      return await begin(job, context, found.answer.catalogArtistId)
  }
}

async function findArtist({ db }: ResearchContext, artistId: string): Promise<SoughtArtist> {
  const { name } = await db.selectFrom('artists').select('name').where('id', '=', artistId).executeTakeFirstOrThrow()
  return { artistId, name, links: await listProfileLinks(db, artistId) }
}

async function begin(job: ClaimedJob, { db }: ResearchContext, catalogArtistId: string): Promise<SliceOutcome> {
  const checkpoint: Checkpoint = { catalogArtistId, listed: 0, total: 0, since: job.claimed_at }
  const ending = await applyTransition(continueJob(db, job, { cursor: 1, total: null, checkpoint }))
  return { ending, progress: messages.artistFound }
}

async function endWithout(job: ClaimedJob, { db }: ResearchContext, words: string): Promise<SliceOutcome> {
  return { ending: await applyTransition(completeJob(db, job, { steps: 1 })), progress: words }
}

async function readPage(
  job: ClaimedJob,
  context: ResearchContext,
  catalog: Catalog,
  before: Checkpoint,
): Promise<SliceOutcome> {
  const page = await sendRateLimited(job, context, catalog, (signal) =>
    catalog.list(before.catalogArtistId, before.listed, signal),
  )
  if ('outcome' in page) return page.outcome
  const { releases, listed, total } = page.answer
  const after: Checkpoint = { ...before, listed: before.listed + listed, total }
  const cursor = job.cursor + 1
  const isLast = listed === 0 || after.listed >= total || cursor > pagesMax
  return await saveSlice<SliceOutcome>(context.db, job, leaseLostOutcome, async ({ trx, ...trail }) => {
    await save(trx, trail, catalog.name, releases, isLast && cursor <= pagesMax ? before.since : undefined)
    const words = messages.formatReleasesRead(after.listed, Math.max(total, after.listed))
    const pages = Math.min(pagesMax, cursor - 1 + Math.ceil(Math.max(0, total - after.listed) / Math.max(1, listed)))
    const ending = isLast
      ? completeJob(trx, job, { steps: cursor, result: { releases: after.listed } })
      : continueJob(trx, job, { cursor, total: 1 + pages, checkpoint: after })
    return { ending: await applyTransition(ending), progress: words }
  })
}

/** Saves a page, and after the last one removes what the catalogue no longer lists; one event records every change. */
async function save(
  trx: Transaction<DB>,
  trail: AuditTrail,
  catalog: string,
  releases: readonly FoundRelease[],
  since: string | undefined,
): Promise<void> {
  const changed = await saveReleases(trx, trail, catalog, releases)
  const removed = since === undefined ? 0 : await removeUnseen(trx, trail.artistId, catalog, since)
  if (changed + removed === 0) return
  const subject = `releases:${catalog}`
  await trail.append({ action: 'releases.refreshed', subject, revision: null, details: { changed, removed } })
}

/** Sends a rate-limited request. An outcome instead of a response ends the slice. */
async function sendRateLimited<T>(
  job: ClaimedJob,
  { db, signal }: ResearchContext,
  { rateLimit }: Catalog,
  send: (signal: AbortSignal) => Promise<T | ProviderFailure>,
): Promise<{ answer: T } | { outcome: SliceOutcome }> {
  const answer = await createRateLimitedSend(db, rateLimit, signal)(send)
  if (!isProviderFailure(answer)) return { answer }
  const { failed, retryAfterMs } = answer
  return { outcome: retryAfterMs === undefined ? { failed } : await pause(job, db, retryAfterMs) }
}

/** The same step again, later: nothing has failed. */
async function pause(job: ClaimedJob, db: ResearchContext['db'], ms: number): Promise<SliceOutcome> {
  const { cursor, total, checkpoint } = job
  return {
    ending: await applyTransition(snoozeJob(db, job, { cursor, total, checkpoint }, ms)),
    progress: messages.providerPauses,
  }
}
