/**
 * `npm run -s mcp`: the service as tools of the Model Context Protocol, over stdio with the token in SITTINGS_TOKEN;
 * `npm run -s mcp -- --http PORT`: over streamable HTTP, each request with its own token.
 */
import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { loadConfig } from '#src/config.ts'
import { serveHttp } from './mcp/http.ts'
import { createMcpServer } from './mcp/server.ts'

const { values } = parseArgs({ options: { http: { type: 'string' } } })
const config = loadConfig(process.env)
const baseUrl = process.env.SITTINGS_URL ?? `http://${config.host}:${config.port}`

if (values.http === undefined) {
  const server = createMcpServer({ baseUrl, token: process.env.SITTINGS_TOKEN })
  await server.connect(new StdioServerTransport())
} else {
  const port = Number(values.http)
  if (!/^\d{1,5}$/.test(values.http) || port > 65_535) {
    process.stderr.write(`--http: ${values.http} is not a port\n`)
    process.exit(2)
  }
  const { url } = await serveHttp(baseUrl, port)
  // Over stdio the output belongs to the protocol; here it is free.
  process.stdout.write(`MCP at ${url}, for the service at ${baseUrl}\n`)
}
