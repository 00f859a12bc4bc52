import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transact.ts'
import { holdsJob } from '#src/queue/lease.ts'
import type { SliceOutcome } from '#src/queue/slice.ts'
import * as progress from '#src/queue/status-messages.ts'
import { continuing, endingOf } from '#src/queue/transitions.ts'
import { openTrail } from '#src/records/audit/locked-audit-log.ts'
import { timesNamed } from '../../discover/count-mentions.ts'
import { countPending, pendingMax, propose } from '../../discover/review-candidates.ts'
import { type PageOutcome, webPages } from '../../providers/pages/index.ts'
import type { Next } from '../checkpoint.ts'
import { lacking, leaseLost, placeOf, type Work } from '../context.ts'
import type { Omission } from '../findings.ts'

type Reading = Extract<Next, { do: 'read' }>

/** Why a page is proposed, in words for whoever reviews it. */
const reasons = {
  named: 'Somebody named this page when a question for an interview was researched.',
  found: 'Found while a question for an interview was researched.',
}

/**
 * Reads one page and puts it, with its text, into the review queue. The page, its place on the trail and the step of the job are kept
 * together or not at all; a page that cannot be read is told and passed over.
 */
export async function readPage(work: Work, next: Reading): Promise<SliceOutcome> {
  const { job, tools } = work
  const url = next.pages[next.at]
  if (url === undefined) throw new TypeError(`A question has no page number ${next.at}`)
  const { db, providers, signal, newId } = tools
  const page = await (providers.pages ?? webPages(providers.network)).read(url, signal)
  signal.throwIfAborted()
  const { name } = await db
    .selectFrom('artists')
    .select('name')
    .where('id', '=', job.artist_id)
    .executeTakeFirstOrThrow()
  // A page that was named need not spell the name out; one that was found by its words has to.
  const isMeant = page.state === 'ready' && (!next.searched || timesNamed(page.text, name) > 0)
  return await transact(db, async (trx) => {
    const trail = await openTrail(trx, job.artist_id)
    if (trail === undefined || !(await holdsJob(trx, job))) return leaseLost
    if (page.state !== 'ready' || !isMeant) return await pass(trx, work, next, omissionOf(page) ?? 'unrelated')
    if ((await countPending(trx, job.artist_id)) >= pendingMax) return await pass(trx, work, next, 'reviewsFull')
    const { title, text, truncated, publishedAt } = page
    await propose(trx, trail, newId(), {
      ...{ url, title, destination: 'lore', text: { text, truncated, publishedAt }, jobId: job.id },
      reason: next.searched ? reasons.found : reasons.named,
      provider: next.searched ? (providers.search?.name ?? 'web') : 'web',
    })
    return await goOn(
      trx,
      truncated ? lacking(work, 'cut') : work,
      next,
      progress.pageRead(next.at + 1, next.pages.length),
    )
  })
}

const pass = (trx: Transaction<DB>, work: Work, next: Reading, omission: Omission) =>
  goOn(trx, lacking(work, omission), next, progress.pagePassed(next.at + 1, next.pages.length))

/** To the next page, or to the look that follows the last one. */
async function goOn(trx: Transaction<DB>, work: Work, next: Reading, words: string): Promise<SliceOutcome> {
  const { pages, at, searched } = next
  const then: Next = at + 1 < pages.length ? { ...next, at: at + 1 } : { do: 'weigh', searched }
  const place = placeOf(work, { ...work.plan, next: then }, { left: searched ? pages.length - at : null })
  return { ending: await endingOf(continuing(trx, work.job, place)), progress: words }
}

/** What is lacking of a page that was not read, in the words of ./findings.ts. */
function omissionOf({ state }: PageOutcome): Omission | undefined {
  switch (state) {
    case 'ready':
      return undefined
    case 'blocked':
      return 'blocked'
    case 'too_large':
      return 'tooLarge'
    case 'unavailable':
      return 'unreachable'
    case 'empty':
    case 'unsupported':
      return 'unreadable'
  }
}
