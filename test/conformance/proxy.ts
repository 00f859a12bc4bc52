import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { operationContracts } from '#src/contract/document.ts'
import { findKnownPath } from '#src/contract/paths.ts'
import { startServer } from '../support/local-server.ts'
import type { Fault, Passing } from './fault.ts'

/** Hop-by-hop headers, and those that a changed body would make wrong. */
const dropped = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'host']

/** Puts faults between a client and the service; returns the address to ask. */
export async function startFaultyProxy(
  t: Pick<Test, 'teardown'>,
  base: string,
  faults: readonly Fault[],
): Promise<string> {
  const { base: address } = await startServer(t, async (request, reply) => {
    try {
      const bytes = await buffer(request)
      const passing = readRequest(base, request, bytes.toString())
      for (const fault of faults) fault.request?.(passing)
      const { method, url, headers, body } = passing
      // A body that the fault leaves alone keeps its bytes, also those that are no UTF-8.
      const sent = body === bytes.toString() ? bytes : body
      const answer = await fetch(url, { method, headers, redirect: 'manual', ...(sent.length > 0 && { body: sent }) })
      const returning = { status: answer.status, headers: new Headers(answer.headers), body: await answer.text() }
      for (const fault of faults) fault.response?.(returning, passing)
      for (const name of dropped) returning.headers.delete(name)
      reply.writeHead(returning.status, Object.fromEntries(returning.headers)).end(returning.body)
    } catch (error) {
      reply.writeHead(502).end(String(error))
    }
  })
  return address
}

function readRequest(base: string, request: IncomingMessage, body: string): Passing {
  const { method = 'GET', url = '/' } = request
  const address = new URL(base + url)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !dropped.includes(name)) headers.set(name, value)
  const known = findKnownPath(address.pathname)
  const operation = [...operationContracts.values()].find((one) => one.method === method && one.path === known?.path)
  return { operationId: operation?.id, method, url: address, headers, body }
}
