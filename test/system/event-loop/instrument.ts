/*
 * Loaded before the service by Node's --import: reports over a socket for how long its event loop was blocked. A timer
 * that is due every other millisecond runs once in each iteration, so the time between two of its runs is one iteration
 * and at most two milliseconds of others.
 */
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'
import type { BlockedInterval } from './probe.ts'

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
