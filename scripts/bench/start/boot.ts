import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { computeMedian } from '../statistics.ts'
import { findFreePort } from './free-port.ts'

/**
 * The process to start: a script, named from `scripts/bench`, with Node's flags, and its environment besides a port.
 */
export type Program = { script: string; flags?: readonly string[]; env: Record<string, string> }

const containerfile = fileURLToPath(new URL('../../../Containerfile', import.meta.url))
const manifest = fileURLToPath(new URL('../../../package.json', import.meta.url))

/** The flags that the image gives to Node. */
export const deployedFlags: readonly string[] = findImageFlags(readFileSync(containerfile, 'utf8'))

function findImageFlags(steps: string): string[] {
  const command = /^CMD (\[.+\])$/m.exec(steps)?.[1]
  if (command === undefined) throw new Error('The Containerfile names no command')
  return JSON.parse(command).slice(0, -1)
}

/** The flags that `npm start` gives to Node. */
export const startFlags: readonly string[] = JSON.parse(readFileSync(manifest, 'utf8'))
  .scripts.start.split(' ')
  .slice(1, -1)

const pauseMs = 2
/** Far more than any start takes; a process that never responds is not a slow one. */
const patienceMs = 120_000

/** The process, once it has responded with 200, and how many milliseconds after its start that was. */
export async function boot({
  script,
  flags = [],
  env,
}: Program): Promise<{ process: ChildProcess; base: string; ms: number }> {
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...flags, fileURLToPath(new URL(`../${script}`, import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SERVICE_ENVIRONMENT: 'development',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isHealthy(`${base}/api/health`))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    if (performance.now() - startedMs > patienceMs) throw new Error(`${script} does not answer`)
    await after(pauseMs)
  }
  return { process: child, base, ms: performance.now() - startedMs }
}

/**
 * Milliseconds from the start to the first response: the median of as many starts as there is time for, three at least.
 */
export async function measureBootMs(program: Program, seconds: number): Promise<number> {
  const bootTimesMs: number[] = []
  const until = performance.now() + seconds * 1_000
  while (bootTimesMs.length < 3 || performance.now() < until) {
    const { process: child, ms } = await boot(program)
    bootTimesMs.push(ms)
    await end(child)
  }
  return computeMedian(bootTimesMs)
}

/** Ends a process gracefully and waits for its end, so that it stores what a next start can use. */
export async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Megabytes of a process that are in memory now. */
export function measureResidentMb({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_000
}

const isHealthy = (url: string) =>
  new Promise<boolean>((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
