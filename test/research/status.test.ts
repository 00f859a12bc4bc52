import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { importRecords } from '#src/admin/import/import.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { type JobKind, jobKinds } from '#src/queue/kinds.ts'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import { sampleCatalog, samplePosts, sampleSearch, withSamplePages } from '#src/research/providers/samples.ts'
import { samples } from '../admin/files.ts'
import { ask as askQuestion } from '../questions/questions.ts'
import { insertJobs, type JobColumns } from '../queue/queue-context.ts'
import { formatQuery } from '../responses/answers.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { advanceOnce, enqueue } from './slices.ts'

const status = (context: TestContext, query: Record<string, string | number> = {}, subject: string | null = 'owner') =>
  context.call(subject, 'GET', `/api/artist/${context.artistId}/research/status${formatQuery(query)}`)

/** A job in a given state. */
async function addJob({ db, artistId }: TestContext, columns: JobColumns): Promise<string | undefined> {
  const [id] = await insertJobs(db, artistId, 1, { kind: 'source_search', ...columns })
  return id
}

t.test('the status of each job is its progress, when it is due, and why it failed', async (t) => {
  const context = await createTestContext(t)
  await context.addSource('Mara Quill keeps every tape in the drawer below the bread.')
  t.match((await status(context)).body, {
    jobs: { length: 0 },
    coverage: { eligibleSources: 1, readableSources: 1, searchedSources: 0, complete: true },
    budget: { returnedChars: 0, truncated: false, nextCursor: null },
  })
  const later = new Date(Date.now() + 600_000)
  const ended = { finished_at: new Date(), updated_at: new Date() }
  const [paused, nextRunAt] = [{ next_run_at: later, queued_at: later }, later.toISOString()]
  const shows = async (row: JobColumns, shown: object) => {
    const jobId = await addJob(context, row)
    const { jobs } = (await status(context)).body
    t.match(jobs[0], { jobId, kind: 'source_search', ...shown }, `the newest first: ${JSON.stringify(shown)}`)
  }
  await shows({}, { status: 'pending', cursor: 0, total: null, updatedAt: null, errorCategory: null })
  const limited = { error_category: 'rate_limited' } as const
  await shows({ ...paused, ...limited }, { status: 'pending', errorCategory: 'rate_limited', nextRunAt })
  const waiting = { state: 'waiting', waiting_since: new Date() } as const
  await shows({ ...paused, ...waiting, cursor: 1 }, { status: 'waiting', cursor: 1, nextRunAt })
  await shows({ lease_token: uuidv7(), leased_until: later }, { status: 'running', nextRunAt: null })
  await shows({ lease_token: uuidv7(), leased_until: new Date(0) }, { status: 'pending', nextRunAt: String })
  await shows(
    { ...ended, state: 'done', cursor: 7, total: 7 },
    { status: 'done', cursor: 7, total: 7, nextRunAt: null },
  )
  const late = { state: 'failed', error_category: 'timed_out' } as const
  await shows({ ...ended, ...late }, { status: 'failed', errorCategory: 'timed_out', updatedAt: String })
  await shows({ ...ended, state: 'cancelled' }, { status: 'failed', errorCategory: null, nextRunAt: null })
})

/** The progress that a client sees of each job, in its order: cursor and total. */
type Bars = Map<string, { kind: JobKind; status: string; steps: [number, number | null][] }>

t.test('the progress of every kind of job never goes back or beyond its total, and ends at its total', async (t) => {
  const outside = { social: samplePosts, catalog: sampleCatalog, search: sampleSearch }
  const made = await createTestContext(t, {}, { ...outside, pages: withSamplePages(createWebPageReader()) })
  await importRecords(made.db, samples)
  const context = { ...made, artistId: sampleIdentities.artistId }
  const bars: Bars = new Map()
  const said: string[] = []
  const look = async () => {
    const { body } = await context.call('admin', 'GET', `/api/artist/${context.artistId}/research/status?limit=50`)
    for (const { jobId, kind, status, cursor, total } of body.jobs as Loose[]) {
      const bar = bars.get(jobId) ?? { kind, status, steps: [] }
      bars.set(jobId, { kind, status, steps: [...bar.steps, [cursor, total]] })
    }
  }
  for (const kind of jobKinds) await enqueue(context, kind)
  await askQuestion(context, { topic: 'two dead reeds of the harmonium' }, { caller: 'admin' })
  await look()
  // Lore last: it begins again when its evidence changes, and then so does its progress.
  const others = jobKinds.filter((kind) => kind !== 'lore_refresh')
  for (const some of [others, others, ['lore_refresh'] as const]) {
    for (const kind of some) {
      for (let run = await advanceOnce(context, kind); run.ran; run = await advanceOnce(context, kind)) {
        said.push(run.progress)
        await look()
      }
    }
  }
  await look()
  t.notMatch(said.join('\n'), /quill|mara|harmonium|low water|organ|https?:|@/i, 'figures, and no word from outside')
  const moved = [...bars.values()].filter(({ steps }) => steps.some(([cursor]) => cursor > 0))
  t.same(new Set(moved.map(({ kind }) => kind)), new Set(jobKinds), 'every kind has taken steps')
  for (const { kind, status, steps } of bars.values()) {
    const words = `${kind}: ${[...new Set(steps.map(([cursor, total]) => `${cursor}/${total}`))].join(' ')}`
    t.equal(status, 'done', words)
    const [cursor, total] = steps.at(-1) ?? []
    t.equal(cursor, total, `full in the end: ${words}`)
    const isForward = steps.every(([cursor], at) => at === 0 || cursor >= (steps[at - 1]?.[0] ?? 0))
    t.ok(isForward, `never back: ${words}`)
    const isWithin = steps.every(([cursor, total]) => total === null || cursor <= total)
    t.ok(isWithin, `never more than full: ${words}`)
    const known = new Set(steps.flatMap(([, total]) => total ?? []))
    t.equal(known.size, 1, `the measure, once known, stays: ${words}`)
  }
})
