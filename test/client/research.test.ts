import t from 'tap'
import type { Progress } from '../../src/clients/typescript/index.ts'
import { insertJobs } from '../queue/queue-context.ts'
import { openModel } from '../research/answering-model.ts'
import { pluck } from '../support/pluck.ts'
import { buildCitation } from '../support/test-context.ts'
import { buildRefusal, createClientContext } from './client-context.ts'

const { model } = await openModel(t, [500])
const { artist, context, faults, sent } = await createClientContext(t, {}, { model })

t.test('research advances slice by slice, through a refused and a lost response', async (t) => {
  const source = await context.addSource(
    'She said “we kept the first take”, and then she laughed. The bell on the record is real.',
  )
  await context.addSource('Mara Quill keeps every tape in the drawer below the bread, and never lends one.')
  const session = await artist.start()
  const references = [buildCitation(source, 'we kept the first take')]
  const prepare = () => ({ question: 'What did the first take have?', references })
  await artist.answer(
    await artist.offer({ session, ordinal: 1, prepare }),
    'It had the bell, and the rain on the roof.',
  )
  await artist.finish(session)

  faults.push({ status: 503, body: buildRefusal('overloaded'), retryAfter: 1 }, 'lost')
  const steps: Progress[] = await Array.fromAsync(artist.advanceUntilIdle({ kinds: ['lore_refresh'] }))
  const kinds = sent('/research/advance').map(({ body }) => JSON.parse(body).kinds)
  t.same(kinds.slice(-3), Array(3).fill(['lore_refresh']))
  for (const { jobs } of steps) t.match(jobs, [{ kind: 'lore_refresh', cursor: Number }])
  const [job] = steps.at(-1)?.jobs ?? []
  t.equal(job?.status, 'done')
  t.equal(job?.cursor, job?.total)
  t.match(steps.at(-1)?.slice, { jobId: job?.jobId, progress: String })
})

t.test('a job after a page of newer ones is run to its end as well', async (t) => {
  const { db, artistId } = context
  const [old] = await insertJobs(db, artistId)
  await insertJobs(db, artistId, 60, { kind: 'source_search', state: 'done', finished_at: new Date() })
  const next = await insertJobs(db, artistId)
  const steps: Progress[] = await Array.fromAsync(artist.advanceUntilIdle())
  for (const { jobs } of steps) t.same(pluck(jobs, 'jobId'), next, 'what waits is shown, and none that was done before')
  const ended = await db
    .selectFrom('artist_research_jobs')
    .select('state')
    .where('id', '=', old as string)
    .execute()
  t.same(ended, [{ state: 'done' }])
})
