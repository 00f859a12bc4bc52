import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const scheduler = fileURLToPath(new URL('../../scripts/deploy/scheduler.ts', import.meta.url))

t.test('it calls the scheduler’s operation with the secret, reports a refusal, and ends on SIGTERM', async (t) => {
  const authorizations: (string | undefined)[] = []
  const server = createServer(({ method, url, headers }, response) => {
    authorizations.push(`${method} ${url}`, headers.authorization)
    response.statusCode = 401
    response.end('{"code":"not_signed_in"}')
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const child = spawn(process.execPath, [scheduler], {
    env: { SITTINGS_URL: `http://127.0.0.1:${port}`, CRON_SECRET: 'a-secret-of-a-test' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [message] = await once(child.stderr, 'data')
  t.equal(String(message), 'the research was not advanced: 401 {"code":"not_signed_in"}\n')
  t.same(authorizations, ['GET /api/research/advance', 'Bearer a-secret-of-a-test'])
  child.kill('SIGTERM')
  t.same(await once(child, 'exit'), [0, null])
})
