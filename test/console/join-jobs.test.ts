import t from 'tap'
import { addProgress, joinJobs } from '#src/clients/console/page/research/join-jobs.ts'

type Job = Parameters<typeof joinJobs>[0][number]

const createJob = (jobId: string, given: Partial<Job> = {}): Job => ({
  jobId,
  kind: 'source_search',
  status: 'done',
  cursor: 0,
  total: null,
  errorCategory: null,
  nextRunAt: null,
  updatedAt: null,
  ...given,
})

t.test('jobs that would read alike are one line, at the place of the newest', async (t) => {
  const lines = joinJobs([
    createJob('f'),
    createJob('e', { kind: 'social_ingest' }),
    createJob('d'),
    createJob('c', { status: 'failed', errorCategory: 'timed_out' }),
    createJob('b', { status: 'failed', errorCategory: 'internal' }),
    createJob('a'),
  ])
  t.same(
    lines.map((jobs) => jobs.map(({ jobId }) => jobId)),
    [['f', 'd', 'a'], ['e'], ['c'], ['b']],
  )
})

t.test('the progress of joined jobs is that of all of them, and unknown as long as one does not know', async (t) => {
  const [known, unknown] = [createJob('b', { cursor: 2, total: 5 }), createJob('a', { cursor: 1 })]
  t.same(addProgress([known, known]), { cursor: 4, total: 10 })
  t.same(addProgress([known, unknown]), { cursor: 3, total: null })
})
