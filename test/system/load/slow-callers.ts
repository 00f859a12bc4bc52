// Callers that send a request a byte at a time: `slow-callers.ts BASE SOCKETS` as a child with a channel. Half of
// them never finish their headers, half never a body. A disconnected one begins again, until it is stopped; then it
// reports how each ended.
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'

export type SlowReport = {
  /** How often each response came before the connection was closed: a status, or `nothing`. */
  answers: Record<string, number>
  closed: number
  /** Milliseconds from the first byte to the end of the connection, the longest. */
  longestMs: number
  open: number
}

const [base = '', sockets = '0'] = process.argv.slice(2)
// As ./flooder.ts: their processor time must not be missing where the service is measured.
setPriority(constants.priority.PRIORITY_LOW)
const { port, hostname } = new URL(base)
const byteEveryMs = 500
const intervalMs = 1_000
/** Longer than any limit here, so that a connection that is never closed is reported and does not keep this process. */
const patienceMs = 30_000
const headers = 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '
const body =
  'POST /api/research/advance HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"kinds":['

const report: SlowReport = { answers: {}, closed: 0, longestMs: 0, open: 0 }
let isOver = false

const all = Array.from({ length: Number(sockets) }, async (_, at) => {
  while (!isOver) {
    // Not all in one moment: this test is about slowness, and not about a burst.
    await after(Math.random() * intervalMs)
    if (!isOver) await dribble(at % 2 === 0 ? headers : body)
  }
})
process.send?.('begins')
process.once('message', async () => {
  isOver = true
  await Promise.race([Promise.all(all), after(patienceMs)])
  process.send?.(report, () => process.exit(0))
})

/** Sends a beginning, and then a byte now and then, until it is disconnected. */
async function dribble(beginning: string): Promise<void> {
  const startedMs = performance.now()
  const ended = Promise.withResolvers<void>()
  let received = ''
  report.open += 1
  const socket = connect(Number(port), hostname, () => socket.write(beginning))
  const dribbling = setInterval(() => socket.write('7'), byteEveryMs)
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  // A write to a closed connection is answered by a reset; the end follows in any case.
  socket.on('error', () => {})
  socket.on('close', ended.resolve)
  await ended.promise
  clearInterval(dribbling)
  const answer = /^HTTP\/1\.1 (\d{3}) [\s\S]*"status":"error"/.exec(received)?.[1] ?? 'nothing'
  report.answers[answer] = (report.answers[answer] ?? 0) + 1
  report.longestMs = Math.max(report.longestMs, Math.round(performance.now() - startedMs))
  report.closed += 1
  report.open -= 1
}
