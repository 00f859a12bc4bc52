import type { Kysely } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { freshDatabase } from '../support/database.ts'
import { addArtist } from '../support/test-context.ts'

const ask = (db: Kysely<DB>, artistId: string) => enqueueJob(db, { artistId, id: uuidv7(), kind: 'lore_refresh' })

t.test('equal work of an artist is one live job, however often and from wherever it is requested', async (t) => {
  const { db } = await freshDatabase(t)
  const artistId = await addArtist(db, 'Mara Quill')
  const requests = await Promise.all(Array.from({ length: 40 }, () => ask(db, artistId)))
  t.equal(new Set(requests.map(({ id }) => id)).size, 1)
  t.equal(Math.max(...requests.map(({ requests }) => requests)), 40, 'and every request is counted')
  t.equal((await db.selectFrom('artist_research_jobs').selectAll().execute()).length, 1)
})

t.test('a request commits with its change, or not at all', async (t) => {
  const { db } = await freshDatabase(t)
  const artistId = await addArtist(db, 'Mara Quill')
  const refused = db.transaction().execute(async (trx) => {
    await enqueueJob(trx, { artistId, id: uuidv7(), kind: 'lore_refresh' })
    await trx.updateTable('artists').set({ name: '' }).where('id', '=', artistId).execute()
  })
  await t.rejects(refused, { code: '23514' })
  t.equal((await db.selectFrom('artist_research_jobs').selectAll().execute()).length, 0)
})

t.test('a request joins a pausing job without shortening the pause', async (t) => {
  const { db } = await freshDatabase(t)
  const artistId = await addArtist(db, 'Mara Quill')
  const { id } = await ask(db, artistId)
  const later = new Date(Date.now() + 600_000)
  await db.updateTable('artist_research_jobs').set({ next_run_at: later, queued_at: later }).execute()
  t.match(await ask(db, artistId), { id, requests: 2, next_run_at: later })
})
