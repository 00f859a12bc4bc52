import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { applyDecision } from '#src/queue/transitions.ts'
import { completeAtOnce, createQueueContext, done, requireClaimed } from './queue-context.ts'

const w = await createQueueContext(t)
const ask = (artistId: string) => enqueueJob(w.db, { artistId, id: uuidv7(), kind: 'lore_refresh' })
const goesOn = { next: { cursor: 1, total: 2, checkpoint: { read: 1 } }, progress: 'Read 1 of 2' }
const givenUp = { failed: 'internal', progress: 'Given up' } as const

t.test('equal work of an artist is one live job, however often and from wherever it is requested', async (t) => {
  const artistId = await w.artist()
  const requests = await Promise.all(Array.from({ length: 40 }, () => ask(artistId)))
  t.equal(new Set(requests.map(({ id }) => id)).size, 1)
  t.equal(Math.max(...requests.map(({ requests }) => requests)), 40, 'and every request is counted')
})

t.test('a request commits with its change, or not at all', async (t) => {
  const artistId = await w.artist()
  const refused = w.db.transaction().execute(async (trx) => {
    await enqueueJob(trx, { artistId, id: uuidv7(), kind: 'lore_refresh' })
    await trx.updateTable('artists').set({ name: '' }).where('id', '=', artistId).execute()
  })
  await t.rejects(refused, { code: '23514' })
  t.equal(await w.claim({ artistId }), undefined)
})

t.test('a request joins a pausing job without shortening the pause', async (t) => {
  const artistId = await w.artist()
  const { id } = await ask(artistId)
  const later = new Date(Date.now() + 600_000)
  await w.change(id, { next_run_at: later, queued_at: later })
  t.match(await ask(artistId), { id, requests: 2, next_run_at: later })
})

t.test('a request during a run makes it run once more from its beginning, and once only', async (t) => {
  const artistId = await w.artist()
  const { id } = await ask(artistId)
  const job = await requireClaimed(w.claim({ artistId }))
  t.equal((await ask(artistId)).id, id)
  await ask(artistId)
  t.equal(await applyDecision(w.db, job, done()), 'pending', 'the job is not done')
  t.match(await w.job(id), { state: 'pending', cursor: 0, total: null, checkpoint: {}, finished_at: null })
  t.match(await w.run(completeAtOnce, { artistId }), { ending: 'done' })
  t.equal(await w.claim({ artistId }), undefined)
})

t.test('the end of a run waits for a request whose transaction is open, and then sees it', async (t) => {
  const artistId = await w.artist()
  const { id } = await ask(artistId)
  const job = await requireClaimed(w.claim({ artistId }))
  const ended = await w.db.transaction().execute(async (trx) => {
    await enqueueJob(trx, { artistId, id: uuidv7(), kind: 'lore_refresh' })
    return { state: applyDecision(w.db, job, done()) }
  })
  t.equal(await ended.state, 'pending')
  t.match(await w.job(id), { state: 'pending', requests: 2 })
})

t.test('a request during a run that fails is run again from the beginning', async (t) => {
  const artistId = await w.artist()
  const { id } = await ask(artistId)
  const job = await requireClaimed(w.claim({ artistId }))
  await applyDecision(w.db, job, goesOn)
  await ask(artistId)
  const last = await requireClaimed(w.claim({ artistId }))
  await applyDecision(w.db, last, givenUp)
  const again = await w.job(id)
  t.match(again, { state: 'pending', cursor: 0, total: null, checkpoint: {}, attempts: 0, finished_at: null })
  t.ok(again.next_run_at.getTime() > again.created_at.getTime() + 900, 'after a pause')
  await w.change(id, { next_run_at: new Date(0) })
  const second = await requireClaimed(w.claim({ artistId }))
  t.equal(await applyDecision(w.db, second, givenUp), 'failed', 'once more, and once only')
})
