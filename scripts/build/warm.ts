/*
 * Run while an image is made, by the user and with the flags of its service: starts it once, without a database, asks
 * it something and ends it, so that V8's compiled code lies where every later start finds it
 * (src/runtime/compile-cache.ts). Code that was compiled under another version of Node, other flags or another user is
 * passed over, and the service compiles as it would without.
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
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
    TOKEN_ISSUER: unused,
    TOKEN_AUDIENCE: 'nobody',
    TOKEN_JWKS_URL: unused,
    CRON_SECRET: 'of-no-use-outside-of-this-start',
    LOG_LEVEL: 'silent',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [told] = await once(service.stdout.setEncoding('utf8'), 'data')
const base = /http:\/\/\S+/.exec(told)?.[0]
await ask('/api/health')
// A refusal, and a failure of storage: what the first requests of every start go through.
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
