import { once } from 'node:events'
import { connect } from 'node:net'
import { readFootprint } from '../footprint.ts'

type Spoken = { status: number; headers: Map<string, string>; body: string }
/** The response to some bytes, and whether the service closed the connection in time. */
type Conversation = { answers: Spoken[]; rest: string; isClosed: boolean }

/**
 * Sends these bytes on a connection of their own, in pieces where there are several, and reads until the service closes
 * it.
 */
export function converse(
  base: string,
  pieces: string | Buffer | readonly (string | Buffer)[],
  withinMs = 20_000,
): Promise<Conversation> {
  const { port, hostname } = new URL(base)
  const { promise, resolve } = Promise.withResolvers<Conversation>()
  let received = ''
  const socket = connect(Number(port), hostname, () => {
    // `latin1` for the exact bytes: those beyond ASCII are meant to be invalid UTF-8.
    for (const piece of Array.isArray(pieces) ? pieces : [pieces]) socket.write(piece, 'latin1')
  })
  const finish = (isClosed: boolean) => {
    clearTimeout(late)
    socket.destroy()
    resolve({ ...parseAnswers(received), isClosed })
  }
  const late = setTimeout(finish, withinMs, false)
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  // A service that has refused may reset what is still being sent; what it sent before is what counts.
  socket.on('error', () => {})
  socket.on('close', () => finish(true))
  return promise
}

/** The responses in these bytes one after the other, and the rest that is none. */
function parseAnswers(bytes: string): { answers: Spoken[]; rest: string } {
  const answers: Spoken[] = []
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
    rest = rest.slice(end + 4 + length)
    if (status >= 200) answers.push({ status, headers, body })
  }
}

/** Why a response is not the one error body of the contract; undefined when it is, or when it is no failure. */
export function findFlaw({ status, headers, body }: Spoken): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (status < 400) return undefined
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return `${status} as ${headers.get('content-type')}`
  try {
    const error = JSON.parse(body)
    const isError = error.status === 'error' && typeof error.code === 'string' && typeof error.error === 'string'
    return isError && Object.keys(error).length === 3 ? undefined : `${status} with ${body.slice(0, 200)}`
  } catch {
    return `${status} with ${body.slice(0, 200)}`
  }
}

const buildGet = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

/** Requests on one connection that may have no response yet: one more and it is closed. */
export const pipelinedMax = 32

/** So many requests in one packet: whether each is answered, in its order. */
export async function pipeline(base: string, count: number): Promise<boolean> {
  const paths = Array.from({ length: count - 1 }, (_, at) => (at % 2 === 0 ? '/api/health' : '/api/nothing'))
  const { answers, isClosed } = await converse(
    base,
    paths.map((target) => buildGet(target)).join('') + buildGet('/api/health', 'Connection: close\r\n'),
  )
  const expected = [...paths.map((path) => (path === '/api/health' ? 200 : 404)), 200]
  return isClosed && answers.map(({ status }) => status).join() === expected.join()
}

/** Connections that get one response and stay open; returns how many did, and a function that closes them. */
export async function openIdle(base: string, count: number) {
  const sockets = Array.from({ length: count }, () => dial(base))
  const answered = await Promise.all(
    sockets.map(async (socket) => {
      socket.write(buildGet('/api/health'))
      let received = ''
      while (!received.endsWith('}')) received += (await once(socket, 'data'))[0].toString('latin1')
      return parseAnswers(received).answers[0]?.status === 200
    }),
  )
  return { answered: answered.filter(Boolean).length, close: () => sockets.forEach((socket) => void socket.destroy()) }
}

/**
 * Connections that request the longest response again and again and read none of it. Returns by how many mebibytes the
 * process grew, and whether it held most of them for a while and disconnected them in the end.
 */
export async function refuseToListen(base: string, pid: number, count: number) {
  const before = readFootprint(pid)
  const sockets = Array.from({ length: count }, () => dial(base).pause())
  for (const socket of sockets) socket.write(buildGet('/openapi.json').repeat(pipelinedMax))
  let most = before.mebibytes
  const deadline = performance.now() + 60_000
  let isThere = false
  let isHungUp = false
  while (!isHungUp && performance.now() < deadline) {
    const { mebibytes, files } = readFootprint(pid)
    most = Math.max(most, mebibytes)
    const isHeld = files >= before.files + count / 2
    isHungUp = isThere && !isHeld
    isThere ||= isHeld
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (const socket of sockets) socket.destroy()
  return { grown: most - before.mebibytes, isHungUp }
}

function dial(base: string) {
  const { port, hostname } = new URL(base)
  return connect(Number(port), hostname).on('error', () => {})
}
