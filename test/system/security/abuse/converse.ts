import { connect } from 'node:net'

export type Spoken = { status: number; headers: Map<string, string>; body: string }
/** The response to some bytes, and whether the service closed the connection in time. */
export type Conversation = { answers: Spoken[]; rest: string; isClosed: boolean }

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
export function parseAnswers(bytes: string): { answers: Spoken[]; rest: string } {
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
