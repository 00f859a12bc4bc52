import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchEnvironment } from './environment.ts'
import { installPeers } from './install-peers.ts'

/** What the peers are made of, at exact versions. */
const packages = {
  '@fastify/response-validation': '3.0.4',
  'ajv-formats': '3.0.1',
  express: '5.3.0',
  'express-openapi-validator': '5.6.2',
  fastify: '5.12.8',
  'fastify-openapi-glue': '4.11.4',
}

/** Starts one file of `peers/` over the environment's database in a process of its own; answers where it listens. */
export async function startPeer(
  { url, dataFolder, teardown }: BenchEnvironment,
  file: string,
  ...args: string[]
): Promise<string> {
  const { folder } = installPeers(packages)
  const script = fileURLToPath(new URL(`peers/${file}`, import.meta.url))
  const child = spawn(process.execPath, [script, folder, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: url, DATA_FOLDER: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  teardown(() => child.kill('SIGKILL'))
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The peer ${file} ended with ${code}`))),
  ])
  return `http://127.0.0.1:${Number(port)}`
}

/** The services that the revise, read and sitting of ours are compared with, by the names that the goals use. */
export const peers = {
  express: 'express.ts',
  'fastify-openapi-glue': 'fastify-glue.ts',
  'fastify + Kysely': 'fastify-kysely.ts',
} as const
