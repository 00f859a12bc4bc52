import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrate } from '#src/database/migrations/migrate.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { serveBuilt } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

async function get(base: string, path: string) {
  const response = await fetch(`${base}${path}`)
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as { code?: string; error?: string },
  }
}

/** The name of a database that does not exist yet on the server of the tests, and a function that creates it. */
async function notYet(t: Test) {
  const beside = new URL((await freshDatabase(t)).url)
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  t.teardown(() => queryOnce(beside.href, `drop database if exists ${name} with (force)`))
  const url = Object.assign(new URL(beside), { pathname: `/${name}` }).href
  return { url, make: () => queryOnce(beside.href, `create database ${name} template template0`) }
}

t.test('a service starts before its database exists, says why it is not ready, and becomes ready', async (t) => {
  const { url, make } = await notYet(t)
  const service = await serveBuilt(t, { LOG_LEVEL: 'silent', DATABASE_URL: url })
  const ready = () => get(service.base, '/ready')
  const state = () => get(service.base, '/api/onboarding/0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11/state')
  const unavailable = { status: 503, retryAfter: '1', body: { code: 'persistence_unavailable' } }

  t.match(await ready(), { ...unavailable, body: { error: 'Storage does not answer (3D000)' } })
  t.match(await state(), unavailable)
  t.match(await get(service.base, '/api/health'), { status: 200 })
  await pollUntil(() => service.output().includes('warning: not ready: Storage does not answer (3D000)'))

  await make()
  // One evaluation is reused for a second.
  const waits = (body: { error?: string }) => /^Migrations are not applied: 0001_/.test(body.error ?? '')
  t.match(
    await pollUntil(async () => {
      const answer = await ready()
      return waits(answer.body) && answer
    }),
    unavailable,
  )
  t.match(await state(), unavailable)

  await migrate({ url, environment: 'development' })
  await pollUntil(async () => (await ready()).status === 200)
  t.match(await state(), { status: 200 })
  t.equal(await service.end('SIGTERM'), 0)
})

t.test('a service without a reachable database still stops gracefully', async (t) => {
  const service = await serveBuilt(t, { LOG_LEVEL: 'silent', DATABASE_URL: 'postgresql://user@127.0.0.1:1/nowhere' })
  t.match(await get(service.base, '/ready'), { status: 503, body: { error: 'Storage does not answer (ECONNREFUSED)' } })
  t.equal(await service.end('SIGTERM'), 0)
})

t.test('a database of other migrations is not ready, and the reason names the first of them', async (t) => {
  const { db } = await freshDatabase(t)
  await sql`update schema_migrations set name = 'another' where number = 1`.execute(db)
  t.match(await createReadinessCheck(db)(), /^0001_another was applied/)
})
