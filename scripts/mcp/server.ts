import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { document } from '#src/contract/document.ts'
import {
  createClient,
  ProblemError,
  UnexpectedResponseError,
  UnknownOutcomeError,
} from '../../src/clients/typescript/index.ts'
import { type Tool, tools } from './tools.ts'

export type Upstream = {
  /** Address of the service. */
  baseUrl: string
  /** The caller's own; the service alone decides what it may. Without one every private operation is refused. */
  token: string | undefined
}

/** Clients of the protocol wait for a minute, unless they are set otherwise. */
const retry = { deadlineMs: 50_000, tryMs: 30_000 }

const instructions = `Interviews of music artists. Texts come back exactly as they were typed; offsets count UTF-16 code
units. A failure says its code: after a conflict (409) read again and decide again, never send the same again.`

/** A server of the Model Context Protocol for one caller, to be connected to a transport. */
export function createMcpServer({ baseUrl, token }: Upstream): Server {
  const { version } = document.info
  const server = new Server({ name: 'sittings', version }, { capabilities: { tools: {} }, instructions })
  const client = createClient({ baseUrl, retry, ...(token !== undefined && { token }) })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(viewTool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.get(params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`)
    const args = params.arguments ?? {}
    const violation = tool.validate(args)
    if (violation !== undefined) return viewRefusal('invalid_request', `${violation.field}: ${violation.reason}`)
    try {
      return viewResult(await tool.run(client, args, signal))
    } catch (error) {
      return viewFailure(error, baseUrl)
    }
  })
  return server
}

/** Repeating any operation is harmless by the contract, and none of them removes anything. */
const viewTool = ({ name, description, inputSchema, isRead }: Tool) => ({
  name,
  description,
  inputSchema,
  annotations: { readOnlyHint: isRead, destructiveHint: false, idempotentHint: true, openWorldHint: false },
})

const viewResult = (body: unknown): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(body) }] })

/** The contract's failure as it is, with what its headers say. */
function viewFailure(error: unknown, baseUrl: string): CallToolResult {
  if (error instanceof ProblemError) {
    const { code, status: httpStatus, retryAfterMs, requestId } = error
    return viewRefusal(code, error.message, { httpStatus, retryAfterMs, requestId })
  }
  if (error instanceof UnknownOutcomeError)
    return viewRefusal('unknown_outcome', `${error.message}. Does the service at ${baseUrl} run?`)
  if (error instanceof UnexpectedResponseError) return viewRefusal('unexpected_response', error.message)
  throw error
}

const viewRefusal = (code: string, error: string, more: object = {}): CallToolResult => ({
  ...viewResult({ status: 'error', code, error, ...more }),
  isError: true,
})
