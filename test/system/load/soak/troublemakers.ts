import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { Actors, Subject } from '../../service.ts'

const buildHead = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\n${more}`

/** Opens a connection, sends this, stays for so long whatever the response, and disconnects. */
async function intrude(base: string, bytes: string | Buffer, stayMs: number, { listens = true } = {}): Promise<void> {
  const { port, hostname } = new URL(base)
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  socket.on('error', () => {})
  if (listens) socket.resume()
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), after(stayMs)])
  socket.destroy()
}

/** Each does one thing that no client should. Returns the status where one came that matters. */
export const troubles: readonly ((actors: Actors, subject: Subject) => Promise<number | undefined>)[] = [
  async ({ bases: [base = ''], bearer }, { artistId }) => {
    const body = JSON.stringify({ requestId: randomUUID(), __proto__: null, more: 'x'.repeat(400_000) })
    return await sendRequest(base, `/api/artist/${artistId}/interview/session`, bearer, body)
  },
  async ({ bases: [base = ''], bearer }, { artistId }) =>
    sendRequest(base, `/api/artist/${artistId}/interview/session`, bearer, `{"requestId":${'['.repeat(3_000)}`),
  async ({ bases: [base = ''] }, { artistId }) =>
    sendRequest(
      base,
      `/api/artist/${artistId}/interview/session`,
      `Bearer ${randomBytes(3_000).toString('base64url')}`,
      '{}',
    ),
  async ({ bases: [base = ''], bearer }, { artistId }) =>
    sendRequest(base, `/api/artist/${artistId}/interview/answers/${randomUUID()}`, bearer, '{"answer":7}'),
  async ({ bases: [base = ''] }) => sendRequest(base, `/api/${'../'.repeat(50)}${randomUUID()}`, '', '{}'),
  async ({ bases: [base = ''] }) => ignoreHangUp(intrude(base, randomBytes(2_000), 1_000)),
  async ({ bases: [base = ''] }) =>
    ignoreHangUp(intrude(base, buildHead('GET /api/health', `X-Slow: ${'7'.repeat(100)}`), 4_000)),
  async ({ bases: [base = ''] }) =>
    ignoreHangUp(intrude(base, buildHead('POST /api/research/advance', 'Content-Length: 4000\r\n\r\n{'), 4_000)),
  async ({ bases: [base = ''] }) =>
    ignoreHangUp(intrude(base, buildHead('GET /openapi.json', '\r\n').repeat(40), 1_500, { listens: false })),
  // Disconnects during the work of its request.
  async ({ bases: [base = ''], bearer }, { artistId }) =>
    ignoreHangUp(
      intrude(
        base,
        buildHead(`GET /api/artist/${artistId}/interview/responses`, `Authorization: ${bearer}\r\n\r\n`),
        2,
      ),
    ),
  async ({ bases: [base = ''] }) =>
    ignoreHangUp(intrude(base, buildHead('POST /api/research/advance', 'Content-Length: 0\r\n\r\n'), 2)),
  // A stream of events, left in its middle or read to its end.
  async ({ bases: [base = ''], bearer }, { artistId }) => {
    const body = '{"type":"open"}'
    const headers = `Authorization: ${bearer}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    return ignoreHangUp(intrude(base, buildHead(`POST /api/onboarding/${artistId}/chat`, headers), 20))
  },
  async ({ bases: [base = ''], bearer }, { artistId }) =>
    sendRequest(base, `/api/onboarding/${artistId}/chat`, bearer, '{"type":"open"}'),
]

async function sendRequest(base: string, path: string, authorization: string, body: string): Promise<number> {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}

const ignoreHangUp = async (visit: Promise<void>): Promise<undefined> => {
  await visit
  return undefined
}
