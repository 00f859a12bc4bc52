import { type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { findJob, listJobs, viewListedJob } from '#src/admin/jobs/read.ts'
import { cancelJob, retryJob } from '#src/admin/jobs/retry-cancel.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { LeaseLostError } from '#src/queue/lease.ts'
import { attemptsMax } from '#src/queue/limits.ts'
import { applyDecision, type CheckpointedProgress } from '#src/queue/transitions.ts'
import { done, requireClaimed } from '../queue/queue-context.ts'
import { isLockAwaited, openQueue } from '../support/citus.ts'
import { freshDatabase } from '../support/database.ts'
import { addArtist } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const givenUp = { failed: 'provider_unavailable', progress: 'Given up' } as const
const waits = (next: CheckpointedProgress) => ({ next, pauseMs: 60_000, progress: 'Waits' })

async function queueJob(db: Kysely<DB>, ofArtist?: string) {
  const artistId = ofArtist ?? (await addArtist(db, 'Ivo Lantern'))
  const id = uuidv7()
  const purpose = ofArtist === undefined ? '' : id
  await enqueueJob(db, { artistId, id, kind: 'lore_refresh', purpose })
  return { artistId, id }
}

const claimJob = (db: Kysely<DB>) => requireClaimed(openQueue(db).claim({ leaseToken: uuidv7() }))

const why = async (db: Kysely<DB>, id: string) => viewListedJob(await findJob(db, id))

t.test('a due job is claimable', async (t) => {
  const { db } = await freshDatabase(t)
  const { id } = await queueJob(db)
  const since = /^It is claimable now, since 20[\d-]+T[\d:.]+Z; the scheduler runs it/
  t.match(await why(db, id), { claimable: true, why: since, until: null, state: 'pending' })
  const job = await findJob(db, id)
  t.match(viewListedJob({ ...job, now: job.next_run_at }), { claimable: true }, 'from the very instant on')
})

t.test('a job under a lease says until when', async (t) => {
  const { db } = await freshDatabase(t)
  const { id } = await queueJob(db)
  await claimJob(db)
  const { leased_until, ...job } = await findJob(db, id)
  t.match(await why(db, id), {
    claimable: false,
    why: 'A worker has it under its lease.',
    until: leased_until?.toISOString(),
  })
  t.match(viewListedJob({ ...job, leased_until, now: leased_until ?? job.now }), { claimable: true })
  await db.updateTable('artist_research_jobs').set({ leased_until: sql<Date>`now() - interval '1 second'` }).execute()
  t.match(
    await why(db, id),
    { claimable: true, why: /did not come back before its lease ran out at 20/ },
    'an expired lease blocks no job',
  )
  await db.updateTable('artist_research_jobs').set({ attempts: attemptsMax }).execute()
  t.match(await why(db, id), { claimable: true, why: /given up with the next claim/ })
})

t.test('a waiting or pausing job says for what and until when', async (t) => {
  const { db } = await freshDatabase(t)
  const { id } = await queueJob(db)
  await applyDecision(db, await claimJob(db), waits({ cursor: 0, total: null, checkpoint: {} }))
  const { next_run_at, waiting_since, ...job } = await findJob(db, id)
  t.match(viewListedJob({ ...job, next_run_at, waiting_since, now: next_run_at }), { claimable: true })
  t.match(await why(db, id), {
    claimable: false,
    until: next_run_at,
    why: `It waits since ${waiting_since?.toISOString()} for an outside run, and asks again then.`,
  })

  const other = await queueJob(db)
  await applyDecision(db, await claimJob(db), { failed: 'provider_unavailable' })
  t.match(await why(db, other.id), {
    claimable: false,
    why: 'It pauses after 1 failed attempt (provider_unavailable).',
  })

  await db.updateTable('artist_research_jobs').set({ error_category: null }).where('id', '=', other.id).execute()
  t.match(await why(db, other.id), { claimable: false, why: 'It is not due yet.' })
})

t.test('a finished job says how it ended', async (t) => {
  const { db } = await freshDatabase(t)
  const { id } = await queueJob(db)
  await applyDecision(db, await claimJob(db), done())
  t.match(await why(db, id), { claimable: false, state: 'done', why: /^It is done since 20/, until: null })
  const other = await queueJob(db)
  await applyDecision(db, await claimJob(db), givenUp)
  t.match(await why(db, other.id), {
    state: 'failed',
    why: /^It was given up at 20.*, after 1 failed attempt \(provider_unavailable\)/,
  })
})

t.test('retry makes waiting, failed and cancelled jobs due', async (t) => {
  const { db } = await freshDatabase(t)
  const { id } = await queueJob(db)
  t.equal(await retryJob(db, id), false, 'it is due already')
  await applyDecision(db, await claimJob(db), waits({ cursor: 2, total: 5, checkpoint: { run: 'r1' } }))
  t.equal(await retryJob(db, id), true)
  t.match(await claimJob(db), { id, cursor: 2, checkpoint: { run: 'r1' }, attempts: 1 }, 'it goes on where it stood')

  await t.rejects(retryJob(db, id), { code: 'work_in_progress', message: /is being worked on/ })
  t.equal(await cancelJob(db, id), true)
  t.equal(await retryJob(db, id), true)
  const job = await claimJob(db)
  await applyDecision(db, job, givenUp)
  t.equal(await retryJob(db, id), true)
  const due = { state: 'pending', attempts: 0, error_category: null, finished_at: null }
  t.match(await findJob(db, id), due)
  await claimJob(db)
  await sql`update artist_research_jobs set leased_until = now() - interval '1 second'`.execute(db)
  t.equal(await retryJob(db, id), true, 'one whose worker has died has all its attempts again')
  t.match(await findJob(db, id), due)
})

t.test('retry refuses a job with a live duplicate, and one that is done', async (t) => {
  const { db } = await freshDatabase(t)
  const { artistId, id } = await queueJob(db)
  await cancelJob(db, id)
  const twin = uuidv7()
  await enqueueJob(db, { artistId, id: twin, kind: 'lore_refresh' })
  await t.rejects(retryJob(db, id), {
    code: 'work_in_progress',
    message: `Job ${id} has another live job in its place: retry it once that one has ended`,
  })
  await applyDecision(db, await claimJob(db), done())
  await t.rejects(retryJob(db, twin), { code: 'state_changed', message: /is done/ })
})

t.test('retry refuses a second live question of an artist', async (t) => {
  const { db } = await freshDatabase(t)
  const artistId = await addArtist(db, 'Mara Quill')
  const question = async (purpose: string, of = artistId) => {
    const id = uuidv7()
    await enqueueJob(db, { artistId: of, id, kind: 'source_search', purpose })
    return id
  }
  const first = await question('question:one')
  await cancelJob(db, first)
  const second = await question('question:two')
  await question('question:one', await addArtist(db, 'Ivo Lantern'))
  await question('recover')
  await t.rejects(retryJob(db, first), { code: 'work_in_progress', message: /another live job in its place/ })
  await cancelJob(db, second)
  t.equal(await retryJob(db, first), true)
  await t.rejects(question('question:three'), { message: /artist_research_jobs_one_question/ })
})

t.test('cancel revokes the lease of a running job, and happens once', async (t) => {
  const { db } = await freshDatabase(t)
  const { id } = await queueJob(db)
  const job = await claimJob(db)
  t.equal(await cancelJob(db, id), true)
  await t.rejects(applyDecision(db, job, done()), LeaseLostError)
  t.equal(await cancelJob(db, id), false)
  t.match(await why(db, id), { state: 'cancelled', why: /^It was cancelled at 20/ })

  const other = await queueJob(db)
  await applyDecision(db, await claimJob(db), done())
  await t.rejects(cancelJob(db, other.id), { code: 'state_changed', message: `Job ${other.id} is done already` })
})

t.test('an operator waits for the work on that job alone, and for no other of the artist', async (t) => {
  const { db } = await freshDatabase(t, { DATABASE_LOCK_TIMEOUT_MS: '100' })
  const { artistId, id } = await queueJob(db)
  const other = await queueJob(db, artistId)
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('artist_research_jobs')
      .select('id')
      .where('artist_id', '=', artistId)
      .where('id', '=', other.id)
      .forUpdate()
      .execute()
    t.equal(await cancelJob(db, id), true)
    await t.rejects(cancelJob(db, other.id))
  })
})

t.test('a retry waits for a claim that is under way, and is refused after it', async (t) => {
  const { db } = await freshDatabase(t)
  const { artistId, id } = await queueJob(db)
  await applyDecision(db, await claimJob(db), waits({ cursor: 0, total: null, checkpoint: {} }))
  const lease = { lease_token: uuidv7(), leased_until: sql<Date>`now() + interval '1 minute'` }
  const retried = await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('artist_research_jobs')
      .set(lease)
      .where('artist_id', '=', artistId)
      .where('id', '=', id)
      .execute()
    const outcome = retryJob(db, id).catch((error) => error)
    await pollUntil(() => isLockAwaited(db))
    return { outcome }
  })
  t.match(await retried.outcome, { code: 'work_in_progress', message: /is being worked on/ })
})

t.test('the list is the newest first, of one artist, state or kind', async (t) => {
  const { db } = await freshDatabase(t)
  const one = await queueJob(db)
  const two = await queueJob(db)
  await cancelJob(db, one.id)
  const ids = async (filter: object) => (await listJobs(db, { limit: 10, ...filter })).rows.map(({ jobId }) => jobId)
  t.same(await ids({}), [two.id, one.id])
  t.same(await ids({ artistId: one.artistId }), [one.id])
  t.same(await ids({ state: 'pending' }), [two.id])
  t.same(await ids({ kind: 'social_ingest' }), [])
})
