import type { ClaimedJob } from '#src/queue/claim.ts'
import { leaseLostOutcome, type SliceOutcome } from '#src/queue/slice.ts'
import * as messages from '#src/queue/status-messages.ts'
import { applyTransition, continueJob } from '#src/queue/transitions.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import type { ResearchContext, ResearchSlice } from '../slice.ts'
import { loreCharsMax, pageChars, pagesPerSlice, pagesPerSourceMax, restartsMax } from './limits.ts'
import {
  type EligibleSource,
  listEligibleSources,
  listReferences,
  readMaterial,
  readWindows,
  toLoreSource,
} from './material.ts'
import { publishLore } from './publish.ts'
import type { SpeechReading } from './read-source.ts'
import { findShortName } from './short-name.ts'
import { computePageWindow, type ShortlistedBlock, selectBestBlocks, shortlistBlocks, sortBlocks } from './shortlist.ts'
import { type WrittenLore, writeLore } from './write.ts'

/** What one slice of a Lore refresh leaves to the next. */
type Checkpoint = {
  /** The evidence this refresh reads, fixed when it began; the first `cursor` of all its pages have been read. */
  sources: { sourceId: string; revision: string; pages: number }[]
  /** The reading state inside the current source; null between two sources. */
  reading: SpeechReading | null
  /** The best blocks so far: windows, not texts, which are read again when Lore is composed. */
  shortlist: ShortlistedBlock[]
  /** What the pages call the artist, once one does so in short. */
  shortName: string | null
  restarts: number
}

/**
 * One slice of a Lore refresh. It reads the artist's evidence page by page and stores the windows of the best blocks;
 * the last step reads these, the answers, the boundaries and the corrections in their current state, writes and
 * publishes. A step of the progress is a page, and the composition is the last.
 */
export const refreshLore: ResearchSlice = async (job, context) => {
  const checkpoint = 'sources' in job.checkpoint ? (job.checkpoint as Checkpoint) : await planRefresh(job, context, 0)
  return job.cursor < countPages(checkpoint)
    ? await gather(job, checkpoint, context)
    : await composeAndPublish(job, checkpoint, context)
}

async function planRefresh(job: ClaimedJob, { db }: ResearchContext, restarts: number): Promise<Checkpoint> {
  const eligibleSources = await listEligibleSources(db, job.artist_id)
  return { sources: eligibleSources.map(planSource), reading: null, shortlist: [], shortName: null, restarts }
}

const planSource = ({ source_id, revision, total_chars }: EligibleSource) => ({
  sourceId: source_id,
  revision,
  pages: Math.min(pagesPerSourceMax, Math.ceil(total_chars / pageChars)),
})

const countPages = ({ sources }: Checkpoint) => sources.reduce((sum, { pages }) => sum + pages, 0)

const listPages = ({ sources }: Checkpoint) =>
  sources.flatMap((source) => Array.from({ length: source.pages }, (_, number) => ({ source, number })))

async function gather(job: ClaimedJob, checkpoint: Checkpoint, { db, signal }: ResearchContext): Promise<SliceOutcome> {
  const pages = listPages(checkpoint)
  const cursor = Math.min(pages.length, job.cursor + pagesPerSlice)
  const artist = await db.selectFrom('artists').select('name').where('id', '=', job.artist_id).executeTakeFirstOrThrow()
  const eligibleSources = new Map(
    (await listEligibleSources(db, job.artist_id)).map((source) => [source.source_id, source]),
  )
  const references = await listReferences(db, job.artist_id)
  const shortlist = [...checkpoint.shortlist]
  let { reading, shortName } = checkpoint
  for (const { source, number } of pages.slice(job.cursor, cursor)) {
    const isLast = number === source.pages - 1
    const stored = eligibleSources.get(source.sourceId)
    const [page] = await readWindows(db, job.artist_id, [computePageWindow(source, number, reading)])
    const work =
      page &&
      stored &&
      shortlistBlocks({ ...stored, ...toLoreSource(stored) }, page, artist.name, reading, isLast, references)
    const read = work && (await runInTimeSlices(work, signal))
    shortlist.push(...(read?.shortlist ?? []))
    if (page !== undefined && shortName === null) {
      const called = findShortName(artist.name, [page.text])
      if (called !== artist.name) shortName = called
    }
    reading = isLast ? null : (read?.next ?? null)
  }
  return {
    ending: await applyTransition(
      continueJob(db, job, {
        cursor,
        total: pages.length + 1,
        checkpoint: { ...checkpoint, reading, shortName, shortlist: selectBestBlocks(shortlist) },
      }),
    ),
    progress: messages.formatEvidenceRead(cursor, pages.length),
  }
}

async function composeAndPublish(
  job: ClaimedJob,
  checkpoint: Checkpoint,
  context: ResearchContext,
): Promise<SliceOutcome> {
  const { db } = context
  const sourceIds = checkpoint.sources.map(({ sourceId }) => sourceId)
  const material = await readMaterial(db, job.artist_id, sortBlocks(checkpoint.shortlist, sourceIds))
  if (!isAsPlanned(checkpoint, material.sources) && checkpoint.restarts < restartsMax)
    return await startAgain(job, checkpoint, context)
  const written = await writeLore(
    job,
    { ...material, shortName: checkpoint.shortName, charsMax: loreCharsMax },
    context,
  )
  if (written === 'lease_lost') return leaseLostOutcome
  const steps = countPages(checkpoint) + 1
  const published = await publishLore(db, job, {
    ...written.lore,
    composedBy: written.composedBy,
    auditHead: material.auditHead,
    steps,
  })
  if (published === 'lease_lost') return leaseLostOutcome
  if (published === 'records_changed') {
    // An answer or a boundary was saved since. The gathered windows remain valid; only the composition is repeated.
    const checkpointed = { cursor: steps - 1, total: steps, checkpoint }
    return { ending: await applyTransition(continueJob(db, job, checkpointed)), progress: messages.composingAgain }
  }
  return { ending: published.ending, progress: describeProgress(written, published.changed) }
}

/** Whether the evidence is what it was when the refresh began: the same sources, each in the same revision. */
function isAsPlanned({ sources }: Checkpoint, eligibleSources: readonly EligibleSource[]): boolean {
  const now = new Map(eligibleSources.map(({ source_id, revision }) => [source_id, revision]))
  return now.size === sources.length && sources.every(({ sourceId, revision }) => now.get(sourceId) === revision)
}

async function startAgain(job: ClaimedJob, { restarts }: Checkpoint, context: ResearchContext): Promise<SliceOutcome> {
  const checkpoint = await planRefresh(job, context, restarts + 1)
  const checkpointed = { cursor: 0, total: countPages(checkpoint) + 1, checkpoint }
  return {
    ending: await applyTransition(continueJob(context.db, job, checkpointed)),
    progress: messages.gatheringAgain,
  }
}

function describeProgress({ lore, composedBy, fallbackReason }: WrittenLore, isChanged: boolean): string {
  const countCited = (kind: string) =>
    new Set(lore.citations.filter((one) => one.kind === kind).map(({ id }) => id)).size
  const describe = composedBy === 'model' ? messages.formatLoreDrafted : messages.formatLoreComposed
  const words = isChanged ? describe(countCited('answer'), countCited('original')) : messages.unchanged
  return fallbackReason === undefined ? words : `${words}; ${messages.withoutModel[fallbackReason]}`
}
