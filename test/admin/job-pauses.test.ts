import t from 'tap'
import { listPauses, pauseJobs, resumeJobs } from '#src/admin/jobs/pauses.ts'
import { findJob, viewListedJob } from '#src/admin/jobs/read.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { listLiveJobs } from '#src/observability/metrics/queries.ts'
import { type ClaimOptions, JobQueue } from '#src/queue/job-queue.ts'
import { createQueueContext } from '../queue/queue-context.ts'
import { citusUrl } from '../support/citus.ts'
import { listOperatorEvents } from './files.ts'

const because = 'The catalogue is being moved.'

/** Every kind of claim: of any artist, of one artist, of some kinds. */
const ways: [way: string, options: (artistId: string) => Omit<ClaimOptions, 'leaseToken'>][] = [
  ['any job', () => ({})],
  ['an artist', (artistId) => ({ artistId })],
  ['kinds', () => ({ kinds: ['lore_refresh', 'latest_refresh'] })],
  ['an artist and kinds', (artistId) => ({ artistId, kinds: ['lore_refresh'] })],
]

for (const [where, sharded] of [
  ...(citusUrl === undefined ? ([['in one database', false]] as const) : []),
  ['on a cluster', true],
] as const) {
  for (const [title, options] of ways) {
    t.test(`${where}, a claim of ${title} takes no paused job, and takes it again once it is resumed`, async (t) => {
      const { db, resources, addJobs, artist } = await createQueueContext(t)
      const queue = new JobQueue(db, { sharded })
      const claimed = (artistId: string) => queue.claim({ ...options(artistId), leaseToken: resources.newId() })
      for (const ofAll of [true, false]) {
        const artistId = await artist()
        const [id] = await addJobs(artistId)
        const scope = { kind: 'lore_refresh', artistId: ofAll ? null : artistId, because } as const
        t.equal(await pauseJobs(db, scope), 'paused')
        t.equal(await claimed(artistId), undefined)
        t.equal(await resumeJobs(db, scope), 'resumed')
        t.equal((await claimed(artistId))?.id, id)
      }
    })
  }
}

t.test('a pause of one artist or one kind leaves every other job alone', async (t) => {
  const { db, addJobs, artist, claim } = await createQueueContext(t)
  const [mine, other] = [await artist(), await artist()]
  await addJobs(mine)
  const [otherId = ''] = await addJobs(other)
  const [releases = ''] = await addJobs(mine, 1, { kind: 'latest_refresh' })
  await pauseJobs(db, { kind: 'lore_refresh', artistId: mine, because })
  for (const id of [otherId, releases]) t.match(viewListedJob(await findJob(db, id)), { claimable: true })
  const found = [(await claim())?.id, (await claim())?.id]
  t.same(found.toSorted(), [otherId, releases].toSorted())
  t.equal(await claim(), undefined)
})

t.test('the jobs of a pause are explained, listed, and not counted as due', async (t) => {
  const { db, addJobs, artist, claim } = await createQueueContext(t)
  const artistId = await artist()
  const [id = ''] = await addJobs(artistId)
  const why = async () => viewListedJob(await findJob(db, id))
  await pauseJobs(db, { kind: 'social_ingest', artistId: null, because: 'another kind' })
  await pauseJobs(db, { kind: 'lore_refresh', artistId, because: 'first' })
  t.match(await why(), { claimable: false, until: null, why: /lore_refresh of this artist at 20\S+Z: first$/ })
  t.equal(await pauseJobs(db, { kind: 'lore_refresh', artistId: null, because }), 'paused')
  t.match(await why(), { why: /lore_refresh of every artist at 20\S+Z: The catalogue is being moved\.$/ })
  const job = { ...(await findJob(db, id)), next_run_at: new Date('2100-01-01') }
  t.match(viewListedJob(job), { why: /moved\. \(nor is it due before 2100-01-01T00:00:00\.000Z\)$/ })
  t.match(await listPauses(db), [
    { kind: 'lore_refresh', artistId: null, artist: null, because },
    { kind: 'lore_refresh', artistId, artist: 'Mara Quill', because: 'first' },
    { kind: 'social_ingest', artistId: null, because: 'another kind' },
  ])
  t.match(await listLiveJobs(db), [{ kind: 'lore_refresh', status: 'paused', jobs: 1 }])
  await resumeJobs(db, { kind: 'lore_refresh', artistId: null, because })
  t.equal(await claim(), undefined, 'the pause of the artist remains')
  await resumeJobs(db, { kind: 'lore_refresh', artistId, because })
  await claim()
  await pauseJobs(db, { kind: 'lore_refresh', artistId, because })
  t.match(await why(), { why: 'A worker has it under its lease.' }, 'a slice that is under way ends as it would')
  t.match(await listPauses(db), [{ kind: 'lore_refresh', artistId }, { kind: 'social_ingest' }], 'each as it was given')
})

t.test('pauses are events of the operators’ log, which stays valid', async (t) => {
  const { db, artist } = await createQueueContext(t)
  const artistId = await artist()
  const scope = { kind: 'social_ingest', artistId, because } as const
  t.equal(await resumeJobs(db, scope), 'unchanged')
  t.equal(await pauseJobs(db, scope), 'paused')
  const [first] = await listPauses(db)
  t.equal(await pauseJobs(db, { ...scope, because: 'Still.' }), 'paused')
  t.same(await listPauses(db), [{ ...first, because: 'Still.' }], 'since its first instant')
  t.equal(await resumeJobs(db, { ...scope, because: 'Moved.' }), 'resumed')
  t.same(await listOperatorEvents(db), [
    { action: 'jobs.paused', subject: 'jobs:social_ingest', details: { artistId, because } },
    { action: 'jobs.paused', subject: 'jobs:social_ingest', details: { artistId, because: 'Still.' } },
    { action: 'jobs.resumed', subject: 'jobs:social_ingest', details: { artistId, because: 'Moved.' } },
  ])
  t.equal((await verifyRecords(db)).finding, undefined)
  const none = '0198f3a2-0000-7000-8000-000000000000'
  await t.rejects(pauseJobs(db, { ...scope, artistId: none }), { code: 'not_found', message: /^There is no artist/ })
})
