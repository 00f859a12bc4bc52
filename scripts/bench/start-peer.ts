import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchEnvironment } from './environment.ts'
import { installPeers } from './install-peers.ts'

/** Starts one file of `peers/` over the stage's database in a process of its own; returns its address. */
export async function startPeer(
  { url, folder, teardown }: BenchEnvironment,
  file: string,
  versions: Readonly<Record<string, string>>,
  ...given: string[]
): Promise<string> {
  const packages = installPeers(versions).folder
  const script = fileURLToPath(new URL(`peers/${file}`, import.meta.url))
  const child = spawn(process.execPath, [script, packages, ...given], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SERVICE_ENVIRONMENT: 'development',
      DATABASE_URL: url,
      DATA_FOLDER: join(folder, 'service'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  teardown(() => child.kill('SIGKILL'))
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The peer ${file} ended with ${code}`))),
  ])
  return `http://127.0.0.1:${Number(port)}`
}
