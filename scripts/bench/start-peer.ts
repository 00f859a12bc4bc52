import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchEnvironment } from './environment.ts'
import { installPeers } from './install-peers.ts'

/** What the peer is made of, at exact versions. */
const packages = {
  '@fastify/response-validation': '3.0.4',
  'ajv-formats': '3.0.1',
  fastify: '5.12.8',
  'fastify-openapi-glue': '4.11.4',
}

/** Starts the peer over the environment's database in a process of its own; answers where it listens. */
export async function startPeer({ url, dataFolder, teardown }: BenchEnvironment): Promise<string> {
  const { folder } = installPeers(packages)
  const script = fileURLToPath(new URL('peers/fastify-glue.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: url, DATA_FOLDER: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  teardown(() => child.kill('SIGKILL'))
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The peer ended with ${code}`))),
  ])
  return `http://127.0.0.1:${Number(port)}`
}
