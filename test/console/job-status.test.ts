import t from 'tap'
import { describeJobStatus, isLive, labelJobStatus } from '#src/clients/console/page/research/labels.ts'

type Job = Parameters<typeof describeJobStatus>[0]

const now = Date.parse('2026-03-04T10:00:00.000Z')
const job = (given: Partial<Job>): Job => ({
  jobId: '0198f3b0-11aa-7d3e-8c7b-5f20d9e4a701',
  kind: 'lore_refresh',
  status: 'pending',
  cursor: 0,
  total: null,
  errorCategory: null,
  nextRunAt: null,
  updatedAt: null,
  ...(given as object),
})
const describe = (given: Partial<Job>) => describeJobStatus(job(given), now)

t.test('a job says in plain words how it stands, and why it waits or was given up', async (t) => {
  t.equal(describe({ status: 'failed', errorCategory: 'timed_out' }), 'Given up: it took too long')
  t.equal(describe({ status: 'running' }), 'At work now')
  t.equal(describe({}), 'Due: waits in the queue')
  t.equal(describe({ cursor: 3 }), 'The next part waits in the queue')
  t.match(describe({ nextRunAt: '2026-03-04T10:05:00.000Z' }), /^Waits until \d/)
  t.match(
    describe({ nextRunAt: '2026-03-04T10:05:00.000Z', errorCategory: 'rate_limited' }),
    /^Tried, and will be tried again: waits until .*: an outside system asked for a pause$/,
  )
  t.equal(describe({ status: 'waiting' }), 'Waits for an outside run to end')
})

t.test('a job’s badge is its state in plain words', async (t) => {
  t.equal(labelJobStatus({ status: 'pending', cursor: 0 }), 'queued')
  t.equal(labelJobStatus({ status: 'pending', cursor: 3 }), 'under way', 'between two of its slices')
  t.equal(labelJobStatus({ status: 'running', cursor: 3 }), 'at work')
  t.equal(labelJobStatus({ status: 'failed', cursor: 3 }), 'given up')
})

t.test('a job that failed or is done moves no more', async (t) => {
  t.same(
    (['pending', 'running', 'waiting', 'done', 'failed'] as const).filter((status) => isLive(job({ status }))),
    ['pending', 'running', 'waiting'],
  )
})
