import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { importRecords } from '#src/admin/import/import.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { type JobKind, jobKinds } from '#src/queue/kinds.ts'
import { createWebPageReader } from '#src/research/providers/pages/index.ts'
import {
  createSamplePosts,
  createSampleReleases,
  createSampleSearch,
  withSamplePages,
} from '#src/research/providers/samples.ts'
import { samples } from '../admin/files.ts'
import { ask as askQuestion } from '../questions/questions.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { advanceOnce } from './slices.ts'

/** The sample artist, with every provider of a developer's machine. */
async function createSampleContext(t: Test) {
  const outside = { social: createSamplePosts, catalog: createSampleReleases, search: createSampleSearch }
  const context = await createTestContext(t, {}, { ...outside, pages: withSamplePages(createWebPageReader()) })
  await importRecords(context.db, samples)
  return { ...context, artistId: sampleIdentities.artistId }
}

/** The progress that a client sees of each job, in its order: cursor and total. */
type Bars = Map<string, { kind: JobKind; status: string; steps: [number, number | null][] }>

t.test(
  'the progress of every kind of job never goes back, never exceeds its total, and ends at its total',
  async (t) => {
    const context = await createSampleContext(t)
    const bars: Bars = new Map()
    const said: string[] = []
    const look = async () => {
      const { body } = await context.call('admin', 'GET', `/api/artist/${context.artistId}/research/status?limit=50`)
      for (const { jobId, kind, status, cursor, total } of body.jobs as Loose[]) {
        const bar = bars.get(jobId) ?? { kind, status, steps: [] }
        bars.set(jobId, { kind, status, steps: [...bar.steps, [cursor, total]] })
      }
    }
    for (const kind of jobKinds)
      await enqueueJob(context.db, { artistId: context.artistId, id: uuidv7(), kind }).execute()
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
      t.ok(
        steps.every(([cursor], at) => at === 0 || cursor >= (steps[at - 1]?.[0] ?? 0)),
        `never back: ${words}`,
      )
      t.ok(
        steps.every(([cursor, total]) => total === null || cursor <= total),
        `never more than full: ${words}`,
      )
      const known = new Set(steps.flatMap(([, total]) => total ?? []))
      t.equal(known.size, 1, `the measure, once known, stays: ${words}`)
    }
  },
)
