import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Response header that names the request in the service's log. */
export const requestIdHeader = 'x-request-id'

const acceptable = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The id of a request: the caller's own `X-Request-Id` when it is one header of 1 to 64 of `[A-Za-z0-9_-]`, so that
 * nothing else can enter the log; a new one otherwise. Node joins repeated headers by a comma, which is not acceptable.
 */
export function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers[requestIdHeader]
  return typeof header === 'string' && acceptable.test(header) ? header : randomUUID()
}
