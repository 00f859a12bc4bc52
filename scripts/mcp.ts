/**
 * `npm run -s mcp`: the service as tools of the Model Context Protocol, over stdio with the token in SITTINGS_TOKEN;
 * `npm run -s mcp -- --http PORT`: over streamable HTTP, each request with its own token.
 */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { Command } from 'commander'
import { loadConfig } from '#src/config.ts'
import { parseInteger } from './cli/arguments.ts'
import { serveHttp } from './mcp/http.ts'
import { createMcpServer } from './mcp/server.ts'

const settings = `
SITTINGS_URL     the service's address (default: the service on this machine)
SITTINGS_TOKEN   the caller's access token, over stdio
The tools, and an agent's settings: scripts/mcp/README.md.`

const { http } = new Command('npm run -s mcp --')
  .description('The service as tools of the Model Context Protocol, over stdio.')
  .option(
    '--http <port>',
    "streamable HTTP on this port instead, with each request's own token",
    parseInteger(0, 65_535),
  )
  .addHelpText('after', settings)
  .parse()
  .opts<{ http?: number }>()
const config = loadConfig(process.env)
const baseUrl = process.env.SITTINGS_URL ?? `http://${config.host}:${config.port}`
const token = process.env.SITTINGS_TOKEN

if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
  end(`SITTINGS_URL: ${baseUrl} is not the address of a service`)
if (http === undefined) {
  // Over stdio the output belongs to the protocol; people read stderr.
  if (token === undefined) process.stderr.write('SITTINGS_TOKEN is not set: every tool will be refused\n')
  await createMcpServer({ baseUrl, token }).connect(new StdioServerTransport())
} else {
  const { url } = await serveHttp(baseUrl, http).catch(({ message }: Error) => end(`--http ${http}: ${message}`))
  process.stdout.write(`MCP at ${url}, for the service at ${baseUrl}\n`)
}

function end(reason: string): never {
  process.stderr.write(`error: ${reason}\n`)
  process.exit(1)
}
