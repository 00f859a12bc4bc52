import { isDeepStrictEqual } from 'node:util'
import type { ClaimedJob } from '#src/queue/claim.ts'
import type { SliceResult } from '#src/queue/slice.ts'
import { formatCount } from '#src/text/format-count.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { findArtistName } from '../artist-name.ts'
import { chargeJob } from '../budget.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import { compose, findLanguage } from './compose.ts'
import type { Lore } from './evidence.ts'
import {
  countPages,
  type Found,
  nothingFound,
  type Plan,
  planReading,
  type Reading,
  readPassages,
  readSourcePages,
} from './gather.ts'
import { composedCharsMax, sliceChars } from './limits.ts'
import { type Records, readLoreRecords, readTexts } from './material.ts'
import { addOverview, draftOverview, type OverviewOutcome, withoutOverview } from './overview.ts'
import { findComposed, saveComposition } from './save.ts'

/** What one slice of a Lore refresh leaves to the next. */
type Checkpoint = {
  /** The evidence this refresh reads, fixed when it began; the first `cursor` of all its pages have been read. */
  plan: Plan
  found: Found
  /** Why the model's first overview was refused; null before. */
  reasons: string[] | null
}

/**
 * One slice of a Lore refresh. It reads sources page by page and keeps the windows of what a page prints; the last step
 * reads these, what questions cite, the answers, boundaries and corrections in their current state, and saves the page.
 */
export const refreshLore: ResearchSlice = async (job, context) => {
  const checkpoint = 'plan' in job.checkpoint ? (job.checkpoint as Checkpoint) : await planRefresh(job, context)
  return job.cursor < countPages(checkpoint.plan)
    ? await gather(job, checkpoint, context)
    : await composeAndSave(job, checkpoint, context)
}

async function planRefresh(job: ClaimedJob, { db }: ResearchContext): Promise<Checkpoint> {
  const { sources, answers } = await readLoreRecords(db, job.artist_id)
  return { plan: planReading(sources, answers), found: nothingFound, reasons: null }
}

const createReading = ({ artist_id: artistId }: ClaimedJob, { db, signal }: ResearchContext): Reading => ({
  read: (windows) => readTexts(db, artistId, windows),
  signal,
})

async function gather(job: ClaimedJob, checkpoint: Checkpoint, context: ResearchContext): Promise<SliceResult> {
  const { plan } = checkpoint
  const name = await findArtistName(context.db, job.artist_id)
  const reading = { plan, from: job.cursor, found: checkpoint.found, charsMax: sliceChars }
  const { cursor, found } = await readSourcePages(createReading(job, context), name, reading)
  const total = countPages(plan)
  const next = { cursor, total: total + 1, checkpoint: { ...checkpoint, found } }
  return { next, progress: `Read ${cursor} of ${formatCount(total, 'page')} of evidence` }
}

async function composeAndSave(job: ClaimedJob, checkpoint: Checkpoint, context: ResearchContext): Promise<SliceResult> {
  const { db, signal } = context
  const { model } = context.providers
  const charge = () => chargeJob(db, job, 'model')
  const records = await readLoreRecords(db, job.artist_id)
  if (!isAsPlanned(checkpoint.plan, records)) {
    const renewed = await planRefresh(job, context)
    const next = { cursor: 0, total: countPages(renewed.plan) + 1, checkpoint: renewed }
    return { next, progress: 'The evidence has changed; reading it again' }
  }
  const printed = await readPassages(createReading(job, context), records, checkpoint.found)
  const input = { ...records, ...printed, charsMax: composedCharsMax }
  const page = await runInTimeSlices(compose(input), signal)
  const steps = countPages(checkpoint.plan) + 1
  const language = findLanguage(input)
  const overview = (await findComposed(db, job.artist_id, page)).hasOverview
    ? { state: 'none' as const }
    : await draftOverview({ ...records, page, language, reasons: checkpoint.reasons }, { model, charge, signal })
  const checkpointed = { cursor: steps - 1, total: steps, checkpoint }
  if (overview.state === 'refused' && checkpoint.reasons === null) {
    const next = { ...checkpointed, checkpoint: { ...checkpoint, reasons: overview.reasons } }
    return { next, progress: 'The overview of the model did not hold against the passages; asking once more' }
  }
  const withOverview = overview.state === 'accepted' ? addOverview(page, overview.text, language) : null
  const composition = { page, withOverview, auditHead: records.auditHead }
  return {
    save: async (change) => {
      const saved = await saveComposition(change, job.id, composition)
      // An answer or a boundary was saved since. What was gathered remains valid; only the composition is repeated.
      if (saved === 'records_changed')
        return { next: checkpointed, progress: 'The records have changed; composing again' }
      return { done: { steps, result: saved }, progress: describeProgress(page, saved.changed, overview) }
    },
  }
}

/** Whether the evidence is what it was when the refresh began: the same sources to read, each in the same revision. */
function isAsPlanned(plan: Plan, { sources, answers }: Records): boolean {
  const list = (read: Plan) => read.map(({ sourceId, revision }) => `${sourceId} ${revision}`).toSorted()
  return isDeepStrictEqual(list(plan), list(planReading(sources, answers)))
}

/**
 * What every reader of the research status sees: fixed phrases with numbers, without a name, a text of an artist or of a
 * provider (interface, section 4.4).
 */
function describeProgress(page: Lore, isChanged: boolean, overview: OverviewOutcome): string {
  const words = isChanged ? describeComposition(page) : 'Composed Lore; it is the same as before'
  if (overview.state === 'accepted') return `${words}; an overview by a model is proposed beside it`
  const why = overview.state === 'refused' ? 'refused' : overview.why
  return why === undefined ? words : `${words}; ${withoutOverview[why]}`
}

function describeComposition({ citations }: Lore): string {
  const count = (kind: string) => new Set(citations.filter((one) => one.kind === kind).map(({ id }) => id)).size
  const [answers, sources] = [count('answer'), count('original')]
  if (answers + sources === 0) return 'Composed empty Lore: there is nothing it could be made of'
  return `Composed Lore from ${formatCount(answers, 'answer')} and ${formatCount(sources, 'source')}`
}
