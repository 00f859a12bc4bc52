import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { startServer } from '../providers/http/outside.ts'
import { startBuilt } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { addArtist } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const env = { DATA_FOLDER: t.testdir(), LOG_LEVEL: 'silent', EVENT_LOOP_DELAY_MS_MAX: '60000' }

t.test('SIGTERM in the middle of a slice releases its job at once, and counts no attempt', async (t) => {
  const { url, database } = await freshDatabase(t)
  const { db } = database
  const silent = await startServer(t, () => {})
  const service = await startBuilt({ ...env, DATABASE_URL: url, SEARXNG_URL: silent.base })
  t.teardown(() => service.end('SIGKILL'))
  const artistId = await addArtist(db, 'Mara Quill')
  const { id } = await enqueueJob(db, { artistId, id: uuidv7(), kind: 'source_search' }).executeTakeFirstOrThrow()
  const jobNow = () => db.selectFrom('artist_research_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const slice = fetch(`${service.base}/api/research/advance`, { method: 'POST' })
  await pollUntil(() => silent.requests.length > 0 || undefined)
  t.match(await jobNow(), { attempts: 1, lease_token: String })
  const ended = service.end('SIGTERM')
  const answer = await slice
  t.equal(answer.status, 503)
  t.match(await answer.json(), { status: 'error', code: 'shutting_down' })
  t.equal(await ended, 0)
  t.match(await jobNow(), {
    state: 'pending',
    attempts: 0,
    lease_token: null,
    leased_until: null,
    error_category: null,
  })
  const { rows } = await sql`select 1 from artist_research_jobs where id = ${id} and next_run_at <= now()`.execute(db)
  t.equal(rows.length, 1, 'it is due')
})
