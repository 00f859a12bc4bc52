import type { ClaimedJob } from '#src/queue/claim.ts'
import type { SliceResult } from '#src/queue/slice.ts'
import type { JobDecision } from '#src/queue/transitions.ts'
import { insertLoreVersion } from '#src/records/lore/versions.ts'
import { formatCount } from '#src/text/format-count.ts'
import type { Language } from '#src/text/languages.ts'
import { chargeJob } from '../budget.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import { composePage } from './compose-page.ts'
import type { Lore } from './evidence.ts'
import { composedCharsMax } from './limits.ts'
import { readLoreRecords } from './material.ts'
import { addOverview, draftOverview, hasEnoughPassages, type OverviewOutcome, withoutOverview } from './overview.ts'
import { readNewest, saveComposition } from './save.ts'

/** What the slice that saved the page leaves to the one that asks a model for its overview. */
type Checkpoint = {
  /** The artist's newest audit event when the page was saved. */
  auditHead: string | null
  language: Language
  /** Why the model's first overview was refused; null before. */
  reasons: string[] | null
}

/**
 * One slice of a Lore refresh. The first composes the page and saves it; where a model is configured, the next has it
 * write an overview of the saved page, which is a proposal beside it.
 */
export const refreshLore: ResearchSlice = async (job, context) =>
  'language' in job.checkpoint
    ? await proposeOverview(job, job.checkpoint as Checkpoint, context)
    : await composeAndSave(job, context)

/** An answer or a boundary was saved since the records were read. */
const composeAgain: JobDecision = {
  next: { cursor: 0, total: null, checkpoint: {} },
  progress: 'The records have changed; composing again',
}

async function composeAndSave(job: ClaimedJob, { db, providers, signal }: ResearchContext): Promise<SliceResult> {
  const records = await readLoreRecords(db, job.artist_id)
  const { page, language } = await composePage(db, job.artist_id, records, { charsMax: composedCharsMax, signal })
  return {
    save: async (change) => {
      if (change.head !== records.auditHead) return composeAgain
      const { auditHead, isNew, hasOverview } = await saveComposition(change, job.id, page)
      const progress = isNew ? describeComposition(page) : 'Composed Lore; it is the same as before'
      return providers.model === undefined || hasOverview || !hasEnoughPassages(page)
        ? { done: {}, progress }
        : { next: { cursor: 1, total: 2, checkpoint: { auditHead, language, reasons: null } }, progress }
    },
  }
}

async function proposeOverview(
  job: ClaimedJob,
  checkpoint: Checkpoint,
  context: ResearchContext,
): Promise<SliceResult> {
  const { db, providers, signal } = context
  const { artist_id: artistId, id: jobId } = job
  const { language, reasons } = checkpoint
  const records = await readLoreRecords(db, artistId)
  const { composer: page } = await readNewest(db, artistId)
  if (page === undefined || records.auditHead !== checkpoint.auditHead) return composeAgain
  const asking = { model: providers.model, charge: () => chargeJob(db, job, 'model'), signal }
  const overview = await draftOverview({ ...records, page, language, reasons }, asking)
  if (overview.state === 'refused' && reasons === null) {
    const next = { cursor: 1, total: 2, checkpoint: { ...checkpoint, reasons: overview.reasons } }
    return { next, progress: 'The overview of the model did not hold against the passages; asking once more' }
  }
  const done = { done: {}, progress: describeOverview(overview) }
  if (overview.state !== 'accepted') return done
  const proposed = addOverview(page, overview.text, language)
  return {
    save: async (change) => {
      if (change.head !== records.auditHead) return composeAgain
      await insertLoreVersion(change, { artistId, jobId, ...proposed, by: 'model' })
      return done
    },
  }
}

/*
 * What every reader of the research status sees: fixed phrases with numbers, without a name, a text of an artist or of
 * a provider (interface, section 4.4).
 */

function describeComposition({ citations }: Lore): string {
  const count = (kind: string) => new Set(citations.filter((one) => one.kind === kind).map(({ id }) => id)).size
  const [answers, sources] = [count('answer'), count('original')]
  if (answers + sources === 0) return 'Composed empty Lore: there is nothing it could be made of'
  return `Composed Lore from ${formatCount(answers, 'answer')} and ${formatCount(sources, 'source')}`
}

function describeOverview(overview: OverviewOutcome): string {
  if (overview.state === 'accepted') return 'An overview by a model is proposed beside the Lore'
  const why = overview.state === 'refused' ? 'refused' : overview.why
  return why === undefined ? 'No overview is proposed' : `No overview is proposed: ${withoutOverview[why]}`
}
