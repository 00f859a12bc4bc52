import { getEventListeners } from 'node:events'
import t from 'tap'
import { attemptsMax, computeRetryDelayMs } from '#src/queue/limits.ts'
import { runWithDeadline } from '#src/queue/run-with-deadline.ts'
import type { Slice } from '#src/queue/slice.ts'
import { pollUntil } from '../support/until.ts'
import { completeAtOnce, createQueueContext, requireClaimed } from './queue-context.ts'

const w = await createQueueContext(t)
const canary = 'canary: what an answer said'
const failing: Slice = async () => {
  throw new Error(canary)
}

/** As if the pause were over. */
const endPause = (id: string) => w.change(id, { next_run_at: new Date(0) })

t.test('the pause is random in a range that doubles, and never under a second', async (t) => {
  const ranges = [1, 2, 3, 4].map((failures) => [
    computeRetryDelayMs(failures, () => 0),
    computeRetryDelayMs(failures, () => 1),
  ])
  t.same(ranges, [
    [1_000, 10_000],
    [1_000, 20_000],
    [1_000, 40_000],
    [1_000, 80_000],
  ])
  const drawn = new Set(Array.from({ length: 100 }, () => computeRetryDelayMs(3)))
  t.ok(drawn.size > 50, 'jobs that failed together come back apart')
})

t.test('a failed slice leaves its job’s checkpoint, a pause and a category, not the error’s text', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId, 1, { cursor: 3, total: 9, checkpoint: JSON.stringify({ seen: 3 }) })
  const run = await w.run(failing, { artistId })
  t.match(run, { ending: 'retries' })
  t.notMatch(run?.progress, /canary/)
  const job = await w.job(id)
  t.match(job, { state: 'pending', cursor: 3, total: 9, checkpoint: { seen: 3 }, error_category: 'internal' })
  t.notMatch(JSON.stringify(job), /canary/)
  t.ok(job.next_run_at.getTime() > job.created_at.getTime() + 900)
  t.equal(await w.claim({ artistId }), undefined)
  t.match(JSON.stringify(w.logged.at(-1)), id, 'the log names the job')
})

t.test('a job fails after its last attempt, and stays visible', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
    t.match(await w.run(failing, { artistId }), { ending: 'retries' })
    await endPause(id)
  }
  t.match(await w.run(failing, { artistId }), { ending: 'failed' })
  const job = await w.job(id)
  t.match(job, { state: 'failed', attempts: attemptsMax, error_category: 'internal', lease_token: null })
  t.type(job.finished_at, Date)
  t.equal(await w.claim({ artistId }), undefined)
})

t.test('a saved slice clears the failures before it', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  await w.run(failing, { artistId })
  await endPause(id)
  await w.run(completeAtOnce, { artistId })
  t.match(await w.job(id), { state: 'done', attempts: 0, error_category: null })
})

t.test('a job that ends every process that claims it fails without another attempt', async (t) => {
  const artistId = await w.artist()
  const [id = ''] = await w.addJobs(artistId)
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) await pollUntil(() => w.claim({ artistId, leaseMs: 1 }))
  let started = 0
  const counting: Slice = async (job, context) => {
    started += 1
    return await completeAtOnce(job, context)
  }
  t.match(await pollUntil(() => w.run(counting, { artistId })), { ending: 'failed' })
  t.equal(started, 0)
  t.match(await w.job(id), { state: 'failed', error_category: 'internal' })
})

t.test('a waiting job blocks no other, and is due again at its time', async (t) => {
  const artistId = await w.artist()
  const [waitingId = '', other = ''] = await w.addJobs(artistId, 2)
  const next = { cursor: 1, total: null, checkpoint: { run: 'outside' } }
  const waits: Slice = async () => ({ next, pauseMs: 60_000, progress: 'Waits' })
  t.match(await w.run(waits, { artistId }), { ending: 'waits', job: { id: waitingId } })
  const { next_run_at, waiting_since, state } = await w.job(waitingId)
  t.equal(state, 'waiting')
  t.ok(Math.abs(next_run_at.getTime() - (waiting_since?.getTime() ?? 0) - 60_000) <= 2)
  t.match(await w.run(completeAtOnce, { artistId }), { ending: 'done', job: { id: other } })
  t.equal(await w.claim({ artistId }), undefined)
  await endPause(waitingId)
  const again = await requireClaimed(w.claim({ artistId }))
  t.match(again, { id: waitingId, checkpoint: { run: 'outside' } })
  t.ok((again.waited_ms ?? -1) >= 0, 'and it is known for how long it has waited')
})

const never = new Promise<never>(() => {})

t.test('work that ends in time gives its outcome, whatever it is', async (t) => {
  const { signal } = new AbortController()
  t.same(await runWithDeadline(60_000, signal, async () => 7), { result: 7 })
  const error = new Error('no')
  t.same(await runWithDeadline(60_000, signal, () => Promise.reject(error)), { error })
})

t.test('what comes after the end of work aborts nothing, and nothing is kept of it', async (t) => {
  let given: AbortSignal | undefined
  const stopping = new AbortController()
  const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = countTimers()
  await runWithDeadline(60_000, stopping.signal, async (signal) => {
    given = signal
  })
  t.same(getEventListeners(stopping.signal, 'abort'), [])
  t.equal(countTimers(), before)
  t.equal(given?.aborted, false)
})

t.test('a stop ends work at once, and its signal is aborted', async (t) => {
  let given: AbortSignal | undefined
  const stopping = new AbortController()
  const outcome = runWithDeadline(60_000, stopping.signal, (signal) => {
    given = signal
    return never
  })
  stopping.abort()
  t.equal(await outcome, 'stopped')
  t.equal(given?.aborted, true)
  t.equal(await runWithDeadline(60_000, stopping.signal, () => never), 'stopped', 'also one that came before it')
})

t.test('a stop waits for what a slice must end, and work that it interrupts is given back', async (t) => {
  const w = await createQueueContext(t)
  const [id = ''] = await w.addJobs(await w.artist())
  const started: Slice = async () => ({
    uninterrupted: async () => {
      w.stopping.abort()
      return { next: { cursor: 1, total: null, checkpoint: { run: 'started' } }, progress: 'Started' }
    },
  })
  t.match(await w.run(started), { ending: 'continues' })
  t.match(await w.job(id), { checkpoint: { run: 'started' }, attempts: 0 })
  const interrupted: Slice = (_job, { signal }) => Promise.reject(signal.reason)
  t.match(await w.run(interrupted), { ending: 'released' })
  t.match(await w.job(id), { attempts: 0, lease_token: null, error_category: null })
})
