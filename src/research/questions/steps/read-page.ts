import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, continueJob } from '#src/queue/transitions.ts'
import { countMentions } from '../../discover/count-mentions.ts'
import { countPending, pendingCandidatesMax, proposeCandidate } from '../../discover/review-candidates.ts'
import { processItem, readExternalPage } from '../../external-item.ts'
import type { PageOutcome } from '../../providers/pages/index.ts'
import { saveSlice } from '../../save-slice.ts'
import type { NextStep } from '../checkpoint.ts'
import type { Omission } from '../findings.ts'
import { type QuestionWork, toQuestionProgress, withOmission } from '../work.ts'

type Reading = Extract<NextStep, { do: 'read' }>

/** Why a page is proposed, in words for the reviewer. */
const reasons = {
  named: 'This page was named in a research request for an interview question.',
  found: 'Found while a question for an interview was researched.',
}

/**
 * Reads one page and puts it, with its text, into the review queue. The page, its audit event and the step of the job
 * commit together; an unreadable page is counted and skipped.
 */
export async function readPage(work: QuestionWork, next: Reading): Promise<SliceOutcome> {
  const { context } = work
  const url = next.pages[next.at]
  if (url === undefined) throw new TypeError(`A question has no page number ${next.at}`)
  const page = await readExternalPage(context, url)
  context.signal.throwIfAborted()
  return await processItem(
    context,
    () => save(work, next, url, page),
    () => save(work, next, url, { state: 'unsupported', httpStatus: page.httpStatus }),
  )
}

async function save(work: QuestionWork, next: Reading, url: string, page: PageOutcome): Promise<SliceOutcome> {
  const { job, context } = work
  const { db, providers, newId } = context
  const { name } = await db
    .selectFrom('artists')
    .select('name')
    .where('id', '=', job.artist_id)
    .executeTakeFirstOrThrow()
  // A named page need not contain the name; a page found by its words has to.
  const isMeant = page.state === 'ready' && (!next.searched || countMentions(page.text, name) > 0)
  return await saveSlice(db, job, leaseLostOutcome, async ({ trx, ...trail }) => {
    if (page.state !== 'ready' || !isMeant) return await pass(trx, work, next, findOmission(page) ?? 'unrelated')
    if ((await countPending(trx, job.artist_id)) >= pendingCandidatesMax)
      return await pass(trx, work, next, 'reviewsFull')
    const { title, text, truncated, publishedAt } = page
    await proposeCandidate(trx, trail, newId(), {
      url,
      title,
      destination: 'lore',
      text: { text, truncated, publishedAt },
      jobId: job.id,
      reason: next.searched ? reasons.found : reasons.named,
      provider: next.searched ? (providers.search?.name ?? 'web') : 'web',
    })
    return await continueReading(
      trx,
      truncated ? withOmission(work, 'cut') : work,
      next,
      messages.formatPageRead(next.at + 1, next.pages.length),
    )
  })
}

const pass = (trx: Transaction<DB>, work: QuestionWork, next: Reading, omission: Omission) =>
  continueReading(trx, withOmission(work, omission), next, messages.formatPageSkipped(next.at + 1, next.pages.length))

/** To the next page, or to the search that follows the last one. */
async function continueReading(
  trx: Transaction<DB>,
  work: QuestionWork,
  next: Reading,
  words: string,
): Promise<SliceOutcome> {
  const { pages, at, searched } = next
  const then: NextStep = at + 1 < pages.length ? { ...next, at: at + 1 } : { do: 'weigh', searched }
  const checkpointed = toQuestionProgress(
    work,
    { ...work.plan, next: then },
    { pagesLeft: searched ? pages.length - at : null },
  )
  return { ending: await applyTransition(continueJob(trx, work.job, checkpointed)), progress: words }
}

/** The omission of a page that was not read, in the words of ./findings.ts. */
function findOmission({ state }: PageOutcome): Omission | undefined {
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
