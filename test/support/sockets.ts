import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pollUntil } from './until.ts'

export type Answer = { status: number; headers: Map<string, string>; body: string }

/**
 * A connection to a service, for what no HTTP client sends. `received` is everything that has come, as latin1;
 * `answered` resolves to the responses once there are so many.
 */
export async function dial(base: string, localAddress = '127.0.0.1') {
  const { port } = new URL(base)
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).setNoDelay(true)
  let received = ''
  socket.on('error', () => {}) // a service that hangs up closes it as well
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  await once(socket, 'connect')
  const answered = (times: number) =>
    pollUntil(() => {
      const { answers } = parseAnswers(received)
      return answers.length >= times && answers
    })
  return { socket, received: () => received, answered }
}

/**
 * Sends these bytes on a connection of their own, in pieces where there are several, and reads until the service closes
 * it; `isClosed` tells whether that was in time.
 */
export async function converse(base: string, pieces: string | readonly string[], withinMs = 20_000) {
  const { socket, received } = await dial(base)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // A service that has refused may reset what is still being sent; what it sent before is what counts.
  socket.on('close', () => resolve(true))
  const late = setTimeout(resolve, withinMs, false)
  // `latin1` for the exact bytes: those beyond ASCII are meant to be invalid UTF-8.
  for (const piece of [pieces].flat()) socket.write(piece, 'latin1')
  const isClosed = await promise
  clearTimeout(late)
  socket.destroy()
  return { ...parseAnswers(received()), isClosed }
}

/** The complete responses in these bytes one after the other, and the rest. */
function parseAnswers(bytes: string): { answers: Answer[]; rest: string } {
  const answers: Answer[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...lines] = rest.slice(0, Math.max(0, end)).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (end < 0 || Number.isNaN(status)) return { answers, rest }
    const headers = new Map(
      lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers.get('content-length') ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length < length) return { answers, rest }
    rest = rest.slice(end + 4 + length)
    if (status >= 200) answers.push({ status, headers, body })
  }
}

/** How many connections a service has. */
export const countConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
