import { setTimeout as after } from 'node:timers/promises'
import { renderBar } from '../cli/bar.ts'
import { type DemoEnvironment, getArtistId, type Schemas } from './environment.ts'

type Job = Schemas['ResearchJob']
type Kind = Schemas['ResearchKind']

/** A run of slices that takes longer than this, in milliseconds, waits for something that does not come. */
const patienceMs = 180_000

/**
 * Runs slices of the artist's jobs, of some kinds or of all, as an open page does, until none is left; a job that waits
 * for an external run is polled when it is due. Each slice is shown with its job's progress bar.
 */
export async function advanceUntilIdle(stage: DemoEnvironment, kinds?: Kind[]): Promise<void> {
  const { call, show } = stage
  const request = { artistId: getArtistId(stage), ...(kinds === undefined ? {} : { kinds }) }
  const startedMs = performance.now()
  while (performance.now() - startedMs < patienceMs) {
    const slice = await call<Schemas['AdvanceResult']>('POST', '/api/research/advance', request)
    const jobs = (await readJobs(stage)).filter(({ kind }) => kinds === undefined || kinds.includes(kind))
    if (slice.status === 'error') show('a slice failed; its job is tried again after a pause')
    else if (slice.ran) show(formatSlice(slice, jobs))
    else if (jobs.some(isLive)) await after(computeWaitMs(jobs))
    else return show('nothing is left to do')
  }
  throw new Error('The research did not come to its end')
}

/** One page is enough: the newest jobs come first, and only a few are live at once. */
async function readJobs({ call, artist }: DemoEnvironment): Promise<Job[]> {
  return (await call<Schemas['ResearchStatus']>('GET', `${artist}/research/status?limit=50`)).jobs
}

function formatSlice({ jobId, kind, progress, done, waiting }: Schemas['AdvanceSlice'], jobs: readonly Job[]): string {
  const job = jobs.find((one) => one.jobId === jobId)
  const bar = renderBar(job?.cursor ?? 0, job?.total ?? null)
  return `${kind?.padEnd(15)} ${bar} ${progress}${done ? ' (done)' : waiting ? ' (waiting)' : ''}`
}

const isLive = ({ status }: Job) => status === 'pending' || status === 'waiting' || status === 'running'

/**
 * Milliseconds until the first of the jobs may be claimed. The clocks of client and service may differ, so it is a
 * hint.
 */
function computeWaitMs(jobs: readonly Job[]): number {
  const dueAt = jobs.flatMap(({ nextRunAt }) => (nextRunAt == null ? [] : [Date.parse(nextRunAt)]))
  return Math.min(5_000, Math.max(250, Math.min(...dueAt) - Date.now()))
}
