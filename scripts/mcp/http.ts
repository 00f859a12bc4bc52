import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createMcpServer } from './server.ts'

const path = '/mcp'

/** Streamable HTTP on this machine alone. It keeps nothing between requests: each brings its caller's token. */
export async function serveHttp(baseUrl: string, port: number) {
  const server = createServer((request, response) => {
    void handleRequest(baseUrl, request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${taken}${path}`, close: () => server.close() }
}

async function handleRequest(baseUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== path) return void response.writeHead(404).end()
  // A page of another origin, which a browser names here, has no business with a server of this machine.
  if (request.headers.origin !== undefined) return void response.writeHead(403).end()
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  const server = createMcpServer({ baseUrl, token: findToken(request.headers.authorization) })
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on('close', () => void server.close())
  // The SDK's class leaves its optional handlers undefined, which exactOptionalPropertyTypes tells from absent.
  await server.connect(transport as Transport)
  await transport.handleRequest(request, response)
}

const findToken = (header: string | undefined): string | undefined => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
