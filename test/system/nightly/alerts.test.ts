import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { scrape } from '../../metrics/scrape.ts'
import { createTestContext } from '../../support/test-context.ts'

const promtool = process.env.PROMTOOL ?? 'promtool'
const rules = fileURLToPath(new URL('../../../src/observability/metrics/alerts.yaml', import.meta.url))
const cases = fileURLToPath(new URL('alerts.yaml', import.meta.url))

function check(t: Test, args: string[], input?: string) {
  const { status, stdout, stderr, error } = spawnSync(promtool, args, { encoding: 'utf8', input })
  t.equal(status, 0, error === undefined ? `${stdout}${stderr}` : `${promtool}: ${error.message}`)
}

t.test('each alert fires when it should, and no sooner', async (t) => {
  check(t, ['check', 'rules', rules])
  check(t, ['test', 'rules', cases])
})

t.test("Prometheus' linter accepts the metrics", async (t) => {
  const context = await createTestContext(t)
  await context.app.inject('/api/health')
  check(t, ['check', 'metrics'], (await scrape(context.app)).text)
})
