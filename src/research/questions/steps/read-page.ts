import * as messages from '#src/queue/status-messages.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { findArtistName } from '../../artist-name.ts'
import { countMentions } from '../../discover/count-mentions.ts'
import { proposeCandidate } from '../../discover/review-candidates.ts'
import { readExternalPage } from '../../external-item.ts'
import type { PageOutcome } from '../../providers/pages/index.ts'
import type { JobDecision, Step } from '../../step.ts'
import type { NextStep, Omission } from '../checkpoint.ts'
import { continueWith, type QuestionWork, withOmission } from '../work.ts'

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
export async function readPage(work: QuestionWork, next: Reading): Promise<Step> {
  const { context, job } = work
  const url = next.pages[next.at]
  if (url === undefined) throw new TypeError(`A question has no page number ${next.at}`)
  const page = await readExternalPage(context, url)
  context.signal.throwIfAborted()
  const name = await findArtistName(context.db, job.artist_id)
  if (page.state !== 'ready') return pass(work, next, omissions[page.state])
  // A named page need not contain the name; a page found by its words has to.
  if (next.searched && countMentions(page.text, name) === 0) return pass(work, next, 'unrelated')
  return {
    save: (change) => save(change, work, next, { ...page, url }),
    otherwise: () => pass(work, next, 'unreadable'),
  }
}

async function save(
  { trx, ...trail }: OpenChange,
  work: QuestionWork,
  next: Reading,
  page: ReadPage,
): Promise<JobDecision> {
  const { job, context } = work
  const { url, title, text, truncated, publishedAt } = page
  const outcome = await proposeCandidate(trx, trail, context.newId(), {
    url,
    title,
    destination: 'lore',
    text: { text, truncated, publishedAt },
    jobId: job.id,
    reason: next.searched ? reasons.found : reasons.named,
    provider: next.searched ? (context.providers.search?.name ?? 'web') : 'web',
  })
  if (outcome === 'full') return pass(work, next, 'reviewsFull')
  const after = truncated ? withOmission(work, 'cut') : work
  return continueReading(after, next, messages.formatPageRead(next.at + 1, next.pages.length))
}

type ReadPage = Extract<PageOutcome, { state: 'ready' }> & { url: string }

const pass = (work: QuestionWork, next: Reading, omission: Omission) =>
  continueReading(withOmission(work, omission), next, messages.formatPageSkipped(next.at + 1, next.pages.length))

/** To the next page, or to the search that follows the last one. */
function continueReading(work: QuestionWork, next: Reading, words: string): JobDecision {
  const { pages, at, searched } = next
  const then: NextStep = at + 1 < pages.length ? { ...next, at: at + 1 } : { do: 'weigh', searched }
  return continueWith(work, { ...work.plan, next: then }, words, searched ? pages.length - at : null)
}

/** The omission of a page that was not read, in the words of `Omission`. */
const omissions = {
  blocked: 'blocked',
  too_large: 'tooLarge',
  unavailable: 'unreachable',
  empty: 'unreadable',
  unsupported: 'unreadable',
} as const satisfies Record<Exclude<PageOutcome['state'], 'ready'>, Omission>
