import type { CallOptions, Client } from './client.ts'
import type { Schemas } from './operation-types.ts'
import { sleep } from './retry.ts'

/**
 * One slice: what it did, and the jobs that this run has seen unfinished, also once they are done; `cursor` of `total`
 * is a true bar.
 */
export type Progress = { slice: Schemas['AdvanceResult']; jobs: Job[] }

export type AdvanceOptions = CallOptions & {
  /** Only jobs of these kinds; all of them otherwise. */
  kinds?: Schemas['ResearchKind'][]
}

/** The bounds of a wait for a job that is not due. The clocks of client and service may differ. */
const waitMs = { min: 250, max: 5_000 }
/** Requests in a row for a job that is due and does not run: an operator has paused it, or others come first. */
const idleMax = 15

/**
 * Runs slices of an artist's research as an open page does, one a request, until no job is left to run. Yields after
 * every slice, also after a failed one: the service retries its job after a pause. Ends where a job is due and yet does
 * not run for about a minute, since an operator may have paused it. Leaving the loop, or the signal, ends it at once;
 * the service's scheduler resumes what is left.
 */
export async function* advanceUntilIdle(
  client: Client,
  artistId: string,
  { kinds, ...options }: AdvanceOptions = {},
): AsyncGenerator<Progress, void> {
  const seen = new Set<string | undefined>()
  const body = { artistId, ...(kinds !== undefined && { kinds }) }
  const status = { path: { id: artistId }, query: { limit: 50 } }
  const isRequested = ({ kind }: Job) => kinds === undefined || kinds.includes(kind)
  for (let idle = 0; idle < idleMax; ) {
    const slice = await client.call('advanceResearch', { body }, options)
    if (slice.status === 'ok') seen.add(slice.jobId)
    const newest = (await client.call('readResearchStatus', status, options)).jobs.filter(isRequested)
    const live = newest.filter(isLive)
    for (const { jobId } of live) seen.add(jobId)
    const jobs = newest.filter(({ jobId }) => seen.has(jobId))
    if (slice.ran || slice.status === 'error') yield { slice, jobs }
    // While slices run there is work, even of a job that newer ones have taken from the first page.
    if (live.length === 0 && !slice.ran) return
    const dueMs = Math.min(
      ...live.map(({ nextRunAt }) => (nextRunAt === null ? 0 : Date.parse(nextRunAt) - Date.now())),
    )
    idle = slice.ran || dueMs > 0 ? 0 : idle + 1
    const pauseMs = Math.max(waitMs.min, dueMs) * 2 ** idle
    if (!slice.ran) await sleep(Math.min(waitMs.max, pauseMs), options.signal)
  }
}

type Job = Schemas['ResearchJob']

const isLive = ({ status }: Job) => status !== 'done' && status !== 'failed'
