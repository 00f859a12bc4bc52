import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { serveBuilt } from '../support/built.ts'
import { pollUntil } from '../support/until.ts'

t.setTimeout(120_000)

t.test('on a developer’s machine a refresh is done without a call of the scheduler', async (t) => {
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
