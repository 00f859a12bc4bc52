import { transact } from '#src/database/transact.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { holdsJob } from '#src/queue/lease.ts'
import { attemptsMax } from '#src/queue/limits.ts'
import type { Slice, SliceOutcome, SliceTools } from '#src/queue/slice.ts'
import * as progress from '#src/queue/status-messages.ts'
import { completing, continuing, endingOf, failing, mayWait, waiting } from '#src/queue/transitions.ts'
import { endUnprovided } from '#src/queue/unconfigured-job.ts'
import { openTrail } from '#src/records/audit/locked-audit-log.ts'
import { webPages } from '../providers/pages/index.ts'
import { isAsked, newPlan, type Plan, placeOf, planOf, resultsMax, stepsOf, withPages } from './checkpoint.ts'
import { listKnownAddresses } from './known-pages.ts'
import { type Found, proposalOf } from './proposal.ts'
import { countPending, pendingMax, propose } from './review-candidates.ts'
import { searchOutside } from './web-search.ts'

type Work = { job: ClaimedJob; plan: Plan; artistName: string; tools: SliceTools }

/**
 * One slice of looking for sources: one question to the web, or one page that it has named. A page that names the artist goes into
 * the review queue with its text; nothing of it is evidence before somebody has approved it.
 */
export const lookForSources: Slice = async (job, tools) => {
  if (tools.providers.search === undefined) return await endUnprovided(job, tools)
  const artist = await tools.db
    .selectFrom('artists')
    .select('name')
    .where('id', '=', job.artist_id)
    .executeTakeFirstOrThrow()
  const work = { job, plan: planOf(job) ?? newPlan(artist.name), artistName: artist.name, tools }
  return isAsked(work.plan) ? await read(work) : await ask(work)
}

async function ask({ job, plan, tools, ...rest }: Work): Promise<SliceOutcome> {
  const query = plan.queries[plan.asked] ?? ''
  const searched = await searchOutside(job, query, resultsMax, tools)
  if ('failed' in searched) return await failed({ job, plan, tools, ...rest }, searched.failed, searched.retryAfterMs)
  if ('skipped' in searched) {
    if (searched.skipped === 'lost') return lost
    if (searched.skipped === 'not_configured') return await endUnprovided(job, tools)
    const problem = 'rate_limited' as const
    return await goOn(job, { ...plan, asked: plan.queries.length, problem }, tools, progress.spentToday)
  }
  const known = await listKnownAddresses(tools.db, job.artist_id)
  const next = withPages(plan, searched.pages, known)
  return await goOn(job, next, tools, progress.searchedFor(next.pages.length))
}

/**
 * A failure that may pass: the slice is tried again, after the pause that the provider asks for where it does. After the last attempt
 * the look goes on with what was found until then.
 */
async function failed(work: Work, category: ErrorCategory, retryAfterMs?: number): Promise<SliceOutcome> {
  const { job, plan, tools } = work
  if (category === 'rate_limited' && mayWait(job)) {
    const pause = Math.min(pauseMs.most, Math.max(pauseMs.least, retryAfterMs ?? pauseMs.usual))
    return { ending: await endingOf(waiting(tools.db, job, placeOf(plan), pause)), progress: progress.providerPauses }
  }
  if (category !== 'provider_refused' && category !== 'rate_limited' && job.attempts < attemptsMax) {
    return { failed: category }
  }
  return await goOn(job, { ...plan, asked: plan.queries.length, problem: category }, tools, progress.searchEnded)
}

/** Milliseconds until a provider that asked for a pause is asked again. */
const pauseMs = { least: 1_000, usual: 60_000, most: 6 * 60 * 60_000 }

async function read({ job, plan, artistName, tools }: Work): Promise<SliceOutcome> {
  const page = plan.pages[plan.at]
  if (page === undefined) return await end(job, plan, tools)
  const pages = tools.providers.pages ?? webPages(tools.providers.network)
  const found = await proposalOf(page, artistName, pages, tools.signal)
  tools.signal.throwIfAborted()
  const next = { ...plan, at: plan.at + 1 }
  if (found === undefined) return await goOn(job, next, tools, progress.pagePassed(next.at, plan.pages.length))
  return await save(job, next, found, tools)
}

function save(job: ClaimedJob, plan: Plan, found: Found, tools: SliceTools): Promise<SliceOutcome> {
  return transact(tools.db, async (trx) => {
    const trail = await openTrail(trx, job.artist_id)
    if (trail === undefined || !(await holdsJob(trx, job))) return lost
    if ((await countPending(trx, job.artist_id)) >= pendingMax) {
      return await goOn(job, { ...plan, at: plan.pages.length }, { db: trx }, progress.queueFull(pendingMax))
    }
    const provider = tools.providers.search?.name ?? ''
    const proposed = await propose(trx, trail, tools.newId(), { ...found, provider, jobId: job.id })
    const next = { ...plan, proposed: plan.proposed + (proposed === 'known' ? 0 : 1) }
    return await goOn(job, next, { db: trx }, progress.pageRead(plan.at, plan.pages.length))
  })
}

/** Saves where the look stands, or ends it with the last page. */
async function goOn(job: ClaimedJob, plan: Plan, tools: Pick<SliceTools, 'db'>, words: string): Promise<SliceOutcome> {
  if (isAsked(plan) && plan.at >= plan.pages.length) return await end(job, plan, tools)
  return { ending: await endingOf(continuing(tools.db, job, placeOf(plan))), progress: words }
}

/** A look that could not ask and found nothing either has failed. */
async function end(job: ClaimedJob, plan: Plan, { db }: Pick<SliceTools, 'db'>): Promise<SliceOutcome> {
  const { problem, pages, proposed } = plan
  if (problem !== null && pages.length === 0) {
    return { ending: await endingOf(failing(db, job, problem, { forGood: true })), progress: progress.searchEnded }
  }
  const ended = completing(db, job, { steps: stepsOf(plan), result: { pages: pages.length, proposed } })
  return { ending: await endingOf(ended), progress: progress.proposed(proposed) }
}

const lost: SliceOutcome = { ending: 'lease_lost', progress: progress.leaseLost }
