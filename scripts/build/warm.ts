/*
 * Run while an image is made, by its user and with its flags: starts the service once, without a database, sends
 * requests and ends it, so that V8's compile cache is there for every later start (src/runtime/compile-cache.ts). A
 * cache of another version of Node, other flags or another user is ignored.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { shareCompiledCode } from '#src/runtime/compile-cache.ts'

const unused = 'https://127.0.0.1:1'
const service = spawn(process.execPath, [...process.execArgv, fileURLToPath(new URL('./server.js', import.meta.url))], {
  env: {
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    SERVICE_ENVIRONMENT: 'production',
    DATABASE_URL: 'postgresql://user@127.0.0.1:1/nothing',
    TOKEN_ISSUER: unused,
    TOKEN_AUDIENCE: 'none',
    TOKEN_JWKS_URL: unused,
    CRON_SECRET: 'of-no-use-outside-of-this-start',
    LOG_LEVEL: 'silent',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [output] = await once(service.stdout.setEncoding('utf8'), 'data')
const base = /http:\/\/\S+/.exec(output)?.[0]
await ask('/api/health')
// A refusal, and a failure of storage: the usual first responses of a start.
await ask('/ready')
await ask('/api/artist/0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11/interview/session')
service.kill('SIGTERM')
const [code] = await once(service, 'exit')
if (code !== 0) process.exit(1)
shareCompiledCode()

async function ask(path: string): Promise<void> {
  const response = await fetch(base + path)
  await response.arrayBuffer()
}
