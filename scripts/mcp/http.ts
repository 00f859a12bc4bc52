import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { parseMessage } from './messages.ts'
import { createMcpServer } from './server.ts'

const path = '/mcp'
/** For a balancer or an orchestrator: the process answers. */
const healthPath = '/health'
const bodyBytesMax = 1024 * 1024

type Address = { host: string; port: number }

/**
 * Streamable HTTP. It keeps nothing between requests, so any number of processes may stand behind a balancer: each
 * request brings its caller's token, and the caller's address goes on to the service as the last X-Forwarded-For.
 */
export async function serveHttp(baseUrl: string, { host, port }: Address) {
  // Longer than a balancer keeps a connection, which else may send a request as this end closes it.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    void handleRequest(baseUrl, request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${path}`, close: () => server.close() }
}

async function handleRequest(baseUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === healthPath) return void response.writeHead(200).end('ok')
  if (request.url !== path) return void response.writeHead(404).end()
  // A page of another origin, which a browser names here, must not use an agent's server.
  if (request.headers.origin !== undefined) return void response.writeHead(403).end()
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  const { 'content-length': length } = request.headers
  if (length === undefined) return void response.writeHead(411, { connection: 'close' }).end()
  if (Number(length) > bodyBytesMax) return void response.writeHead(413, { connection: 'close' }).end()
  const parsed = parseMessage(await text(request))
  if ('refusal' in parsed)
    return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(parsed.refusal))
  const token = findToken(request.headers.authorization)
  const server = createMcpServer({ baseUrl, token, fetch: forwardAddress(request) })
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on('close', () => void server.close())
  // The SDK's class leaves its optional handlers undefined, which exactOptionalPropertyTypes tells from absent.
  await server.connect(transport as Transport)
  await transport.handleRequest(request, response, parsed.message)
}

/** The service limits callers by address, so that one agent's requests must not count for all. */
function forwardAddress(request: IncomingMessage): typeof fetch {
  const before = request.headers['x-forwarded-for']
  const address = request.socket.remoteAddress ?? ''
  const forwarded = before === undefined ? address : `${before}, ${address}`
  return (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', forwarded)
    return fetch(url, { ...init, headers })
  }
}

const findToken = (header: string | undefined): string | undefined => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
