import { sql } from 'kysely'
import t from 'tap'
import { pruneEndedJobs } from '#src/queue/prune.ts'
import { createQueueContext, type QueueContext } from './queue-context.ts'

/** Ended jobs of an artist, each an hour older than the one before it; the newest ended `hours` ago. */
async function endedJobs(context: QueueContext, artistId: string, count: number, hours: number) {
  await context.addJobs(artistId, count, { state: 'done', finished_at: new Date() })
  await sql`
    update artist_research_jobs as job set created_at = now() - (${hours} + old.place) * interval '1 hour',
      finished_at = now() - (${hours} + old.place) * interval '1 hour'
    from (select id, row_number() over (order by id) - 1 as place from artist_research_jobs where artist_id = ${artistId}) as old
    where job.artist_id = ${artistId} and job.id = old.id`.execute(context.db)
}

/** Removes what may be removed of these artists. */
async function pruneAll({ db }: QueueContext, ...artists: string[]): Promise<number> {
  let removed = 0
  for (const artistId of artists) {
    for (let more = -1; more !== 0; removed += more) more = await pruneEndedJobs(db, artistId)
  }
  return removed
}

const countJobs = async ({ db }: QueueContext, artistId: string) =>
  (await db.selectFrom('artist_research_jobs').select('id').where('artist_id', '=', artistId).execute()).length

t.test('the newest jobs of each artist stay, and those that have just ended', async (t) => {
  const context = await createQueueContext(t)
  const [many, few, busy] = [await context.artist(), await context.artist(), await context.artist()]
  await endedJobs(context, many, 260, 100)
  await endedJobs(context, few, 30, 1_000)
  await endedJobs(context, busy, 260, -230)
  t.equal(await pruneAll(context, many, few, busy), 60)
  t.equal(await countJobs(context, many), 200)
  t.equal(await countJobs(context, few), 30)
  t.equal(await countJobs(context, busy), 260, 'not one of them has ended two days ago')
})

t.test('jobs that ended long ago are removed, however many have just ended', async (t) => {
  const context = await createQueueContext(t)
  const artist = await context.artist()
  await context.addJobs(artist, 1_200, { state: 'done', finished_at: new Date('2021-01-01T00:00:00Z') })
  await context.addJobs(artist, 720, { state: 'done', finished_at: new Date() })
  t.equal(await pruneAll(context, artist), 1_200)
  t.equal(await countJobs(context, artist), 720)
})

t.test('a live job is never removed, however old', async (t) => {
  const context = await createQueueContext(t)
  const artist = await context.artist()
  const [old] = await context.addJobs(artist, 1, { created_at: new Date('2020-01-01T00:00:00Z') })
  await endedJobs(context, await context.artist(), 1, 1)
  await context.addJobs(artist, 250, { state: 'failed', finished_at: new Date('2021-01-01T00:00:00Z') })
  t.equal(await pruneAll(context, artist), 50)
  t.equal((await context.job(old ?? '')).state, 'pending')
})

t.test('one call removes a bounded number of jobs', async (t) => {
  const context = await createQueueContext(t)
  const artist = await context.artist()
  await endedJobs(context, artist, 900, 100)
  t.equal(await pruneEndedJobs(context.db, artist), 500)
  t.equal(await pruneAll(context, artist), 200)
})
