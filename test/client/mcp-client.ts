import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Test } from 'tap'
import { serveHttp } from '../../scripts/mcp/http.ts'
import { ensureBuild } from '../support/built.ts'
import { runToEnd } from '../support/program.ts'
import type { Loose } from '../support/test-context.ts'

export const local = { host: '127.0.0.1', port: 0 }
export const program = join(await ensureBuild(), 'mcp.js')

/** A client of the SDK; `call` is the text that a tool answered with, read as JSON. */
async function connect(t: Test, transport: unknown, isJudged = false) {
  const client = new Client({ name: 'a test', version: '1.0.0' })
  await client.connect(transport as Transport)
  t.teardown(() => client.close())
  // From here on the SDK judges each result by the tool’s own schema, which takes a second to compile for all of them.
  if (isJudged) await client.listTools()
  const call = async (name: string, args: Record<string, unknown>): Promise<Loose> => {
    const { content, structuredContent, isError = false }: Loose = await client.callTool({ name, arguments: args })
    t.equal(content.length, 1)
    const body = JSON.parse(content[0].text)
    if (!isError) t.same(structuredContent, body)
    t.equal(isError, body.status === 'error', `${name} says the same in both ways`)
    return body
  }
  return { client, call }
}

export async function overHttp(t: Test, baseUrl: string, token?: string, isJudged = false) {
  const { url, close } = await serveHttp(baseUrl, local)
  t.teardown(close)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  return { url, ...(await connect(t, transport, isJudged)) }
}

export async function overStdio(t: Test, baseUrl: string, credentials: Record<string, string>) {
  const env = { PATH: String(process.env.PATH), SITTINGS_URL: baseUrl, ...credentials }
  return await connect(t, new StdioClientTransport({ command: process.execPath, args: [program], env }))
}

/** A start that ends by itself. */
export const start = (args: string[], env: Record<string, string> = {}) =>
  runToEnd(process.execPath, [program, ...args], { env })
