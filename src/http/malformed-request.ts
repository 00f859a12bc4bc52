import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '#src/contract/problems/problem.ts'

/** Response header that names the request in the service's log. */
export const requestIdHeader = 'x-request-id'

/**
 * A target whose path cannot be decoded gets its percent signs escaped: the router would refuse it before any credential
 * is checked, and now it has a malformed parameter.
 */
export function escapeMalformedPath(target: string): string {
  const [path = ''] = target.split('?', 1)
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length)
  }
}

/**
 * Writes the common error body to the socket, since what Node's HTTP parser refuses never becomes a request.
 * @returns the problem sent; undefined when the socket was closed
 */
export function respondToParserError(error: NodeJS.ErrnoException, socket: Socket): Problem | undefined {
  // A client that has sent nothing expects no answer.
  const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (isSilent || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return undefined
  }
  const problem = toProblem(error)
  const body = JSON.stringify(problem.body)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/json; charset=utf-8',
      'X-Content-Type-Options: nosniff',
      `${requestIdHeader}: ${randomUUID()}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  return problem
}

function toProblem({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('body_too_large', { message: 'The request headers are too large' })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('invalid_request', { message: 'The request came too slowly' })
  return new Problem('invalid_request', { message: 'The request is not valid HTTP' })
}
