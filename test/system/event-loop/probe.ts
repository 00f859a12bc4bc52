import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isMainThread } from 'node:worker_threads'
import type { OperationId } from '#src/contract/document.ts'

/** The longest blocking of the event loop: elapsed time, and processor time of the thread. */
export type BlockedInterval = { wallMs: number; cpuMs: number }

/** Runs a piece of work and notes for how long the event loop was blocked in it. */
export type Measure = (operation: OperationId, title: string, work: () => Promise<unknown>) => Promise<void>

/** The settings of a watched service, and a function that returns its longest blocking since the last call. */
export function openProbe(folder: string, name = 'event-loop') {
  const socket = join(folder, `${name}.sock`)
  return {
    settings: { NODE_OPTIONS: `--import=${import.meta.filename}`, EVENT_LOOP_SOCKET: socket },
    longest: async () => JSON.parse(await text(connect(socket))) as BlockedInterval,
  }
}

/*
 * This module is loaded before the service by Node's --import, and reports over a socket for how long the event loop
 * was blocked. A timer that is due every other millisecond runs once in each iteration, so the time between two of its
 * runs is one iteration and at most two milliseconds of others.
 */

const everyMs = 2

function watch(path: string): void {
  let lastMs = performance.now()
  let lastCpuMs = readCpuMs()
  let longest: BlockedInterval = { wallMs: 0, cpuMs: 0 }
  const look = () => {
    const [now, cpu] = [performance.now(), readCpuMs()]
    const [wall, worked] = [now - lastMs, cpu - lastCpuMs]
    longest = { wallMs: Math.max(longest.wallMs, wall), cpuMs: Math.max(longest.cpuMs, worked) }
    lastMs = now
    lastCpuMs = cpu
  }
  setInterval(look, everyMs).unref()
  rmSync(path, { force: true })
  createServer((socket) => {
    look()
    socket.on('error', () => {})
    socket.end(JSON.stringify(longest))
    longest = { wallMs: 0, cpuMs: 0 }
  })
    .listen(path)
    .unref()
}

/** The processor time of this thread: on a machine with other load, elapsed time is not only the service's. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const { EVENT_LOOP_SOCKET: socket } = process.env
if (isMainThread && socket !== undefined) watch(socket)
