import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { startServer } from '../support/local-server.ts'

const scheduler = fileURLToPath(new URL('../../scripts/deploy/scheduler.ts', import.meta.url))

t.test('it calls the scheduler’s operation with the secret, reports a refusal, and ends on SIGTERM', async (t) => {
  const { base, requests } = await startServer(t, (_request, response) => {
    response.writeHead(401).end('{"code":"not_signed_in"}')
  })
  const child = spawn(process.execPath, [scheduler], {
    env: { SITTINGS_URL: base, CRON_SECRET: 'a-secret-of-a-test' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [message] = await once(child.stderr, 'data')
  t.equal(String(message), 'the research was not advanced: 401 {"code":"not_signed_in"}\n')
  const expected = {
    method: 'GET',
    url: '/api/research/advance',
    headers: { authorization: 'Bearer a-secret-of-a-test' },
  }
  t.match(requests, [expected])
  child.kill('SIGTERM')
  t.same(await once(child, 'exit'), [0, null])
})
