import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { runScheduler } from '#src/runtime/run-scheduler.ts'
import { enqueue } from '../research/slices.ts'
import { serveBuilt } from '../support/built.ts'
import { createTestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

t.setTimeout(120_000)

t.test('the scheduler of a service that stops ends once it has released its slice, which is due again', async (t) => {
  const search = { name: 'silent', isPaid: false, search: () => new Promise<never>(() => {}) }
  const context = await createTestContext(t, {}, { search })
  await enqueue(context, 'source_search')
  const job = () => context.db.selectFrom('artist_research_jobs').selectAll().executeTakeFirstOrThrow()
  const hourly = runScheduler(context.app, 3_600)
  await sleep(200)
  t.equal((await job()).attempts, 0, 'before its time')
  const scheduled = runScheduler(context.app, 0.01)
  await pollUntil(async () => (await job()).lease_token !== null)
  await context.app.close()
  await Promise.all([scheduled, hourly])
  t.match(await job(), { state: 'pending', attempts: 0, lease_token: null })
})

t.test('a refresh is done without a call of the scheduler', async (t) => {
  const service = await serveBuilt(t, { SCHEDULER_SECONDS: '1' })
  const artist = `${service.base}/api/artist/${sampleIdentities.artistId}`
  const headers = { authorization: `Bearer ${await service.sign('mara')}`, 'content-type': 'application/json' }
  const queued = await fetch(`${artist}/research/refresh`, { method: 'POST', headers, body: '{}' })
  t.equal(queued.status, 200)
  const isIdle = async () => {
    const status = await fetch(`${artist}/research/status`, { headers })
    const { jobs } = (await status.json()) as { jobs: { status: string }[] }
    return jobs.length > 0 && jobs.every(({ status }) => !['pending', 'running', 'waiting'].includes(status))
  }
  await pollUntil(isIdle)
  t.ok(await isIdle())
})
