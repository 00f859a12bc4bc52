/**
 * `npm run -s mcp`: the service as tools of the Model Context Protocol, over stdio with the caller's token from the
 * environment; `npm run -s mcp -- --http PORT`: over streamable HTTP, each request with its own token.
 */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { Command } from 'commander'
import { loadConfig } from '#src/config.ts'
import { parseInteger } from './cli/arguments.ts'
import { serveHttp } from './mcp/http.ts'
import { readMessages } from './mcp/messages.ts'
import { createMcpServer } from './mcp/server.ts'
import { findToken, tokenVariables } from './mcp/token.ts'

const settings = `
SITTINGS_URL             the service's address (default: the service on this machine)
SITTINGS_TOKEN           over stdio, the caller's access token; or
SITTINGS_TOKEN_FILE      a file that holds it, read for each call; or
SITTINGS_TOKEN_COMMAND   a command that prints it, run again when a token has expired
The tools, and an agent's settings: scripts/mcp/README.md.`

const { http, host } = new Command('npm run -s mcp --')
  .description('The service as tools of the Model Context Protocol, over stdio.')
  .option(
    '--http <port>',
    "streamable HTTP on this port instead, with each request's own token",
    parseInteger(0, 65_535),
  )
  .option('--host <address>', 'with --http: the address to listen on', '127.0.0.1')
  .addHelpText('after', settings)
  .parse()
  .opts<{ http?: number; host: string }>()
const baseUrl = process.env.SITTINGS_URL ?? findLocalUrl()

if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
  end(`SITTINGS_URL: ${baseUrl} is not the address of a service`)
if (http === undefined) {
  const token = readToken()
  // Over stdio the output belongs to the protocol; people read stderr.
  if (token === undefined)
    process.stderr.write(`none of ${tokenVariables.join(', ')} is set: every tool will be refused\n`)
  const messages = readMessages(process.stdin, process.stdout)
  messages.on('error', (error: Error) => end(error.message))
  await createMcpServer({ baseUrl, token }).connect(new StdioServerTransport(messages as typeof process.stdin))
} else {
  const { url } = await serveHttp(baseUrl, { host, port: http }).catch(({ message }: Error) =>
    end(`--http ${http}: ${message}`),
  )
  process.stdout.write(`MCP at ${url}, for the service at ${baseUrl}\n`)
}

function findLocalUrl(): string {
  const { host, port } = loadConfig(process.env)
  return `http://${host}:${port}`
}

function readToken() {
  try {
    return findToken(process.env)
  } catch (error) {
    end((error as Error).message)
  }
}

function end(reason: string): never {
  process.stderr.write(`error: ${reason}\n`)
  process.exit(1)
}
