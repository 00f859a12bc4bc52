import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { document } from '#src/contract/document.ts'
import {
  type Client,
  createClient,
  ProblemError,
  type Token,
  UnexpectedResponseError,
  UnknownOutcomeError,
} from '../../src/clients/typescript/index.ts'
import { holdSitting, viewHoldSitting } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import { type Tool, tools } from './tools.ts'

type Upstream = {
  /** Address of the service. */
  baseUrl: string
  /** The caller's own; the service alone decides what it may. Without one every private operation is refused. */
  token: Token | undefined
  fetch?: typeof fetch
}

/** Clients of the protocol wait for a minute, unless they are set otherwise. */
const retry = { deadlineMs: 50_000, tryMs: 30_000 }

const instructions = `Interviews of music artists. Texts come back exactly as they were typed; offsets count UTF-16 code
units. A failure says its code: after a conflict (409) read again and decide again, never send the same again.`

const notFound = -32_002

/** A server of the Model Context Protocol for one caller, to be connected to a transport. */
export function createMcpServer({ token, ...upstream }: Upstream): Server {
  const { version } = document.info
  const capabilities = { tools: {}, prompts: {}, resources: {} }
  const server = new Server({ name: 'sittings', version }, { capabilities, instructions })
  const client = createClient({ ...upstream, retry, token })
  addTools(server, client, upstream.baseUrl)
  addPrompts(server)
  addResources(server, client, upstream.baseUrl)
  return server
}

function addTools(server: Server, client: Client, baseUrl: string): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(viewTool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.get(params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`)
    const parsed = tool.parse(params.arguments ?? {})
    if ('violation' in parsed)
      return viewRefusal({ code: 'invalid_request', error: `${parsed.violation.field}: ${parsed.violation.reason}` })
    try {
      return viewResult(await tool.run(client, parsed.args, signal))
    } catch (error) {
      const isExplained = error instanceof ProblemError && error.code === 'evidence_changed'
      const explained = isExplained ? await tool.explainConflict?.(client, parsed.args, signal) : undefined
      return viewRefusal({ ...viewFailure(error, baseUrl), ...explained })
    }
  })
}

function addPrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [holdSitting] }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== holdSitting.name)
      throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${params.name}`)
    return viewHoldSitting(params.arguments ?? {})
  })
}

function addResources(server: Server, client: Client, baseUrl: string): void {
  const orRefuse = <T>(read: Promise<T>) =>
    read.catch((thrown: unknown) => {
      const { code, error, ...more } = viewFailure(thrown, baseUrl)
      throw new McpError(code === 'not_found' ? notFound : ErrorCode.InternalError, `${code}: ${error}`, more)
    })
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, { signal }) =>
    orRefuse(listResources(client, params?.cursor, signal)),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const resource = await orRefuse(readResource(client, uri, signal))
    if (resource === undefined) throw new McpError(notFound, `There is no resource ${uri}`)
    return resource
  })
}

/** Repeating any operation is harmless by the contract, and none of them removes anything. */
const viewTool = ({ name, description, inputSchema, outputSchema, isRead }: Tool) => ({
  name,
  description,
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: isRead, destructiveHint: false, idempotentHint: true, openWorldHint: false },
})

/** As an object, and as text for clients that read no objects. */
const viewResult = (body: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(body) }],
  structuredContent: { ...body },
})

type Refusal = { code: string; error: string; httpStatus?: number; retryAfterMs?: number; requestId?: string }

/** The contract's failure as it is, with what its headers say. */
function viewFailure(error: unknown, baseUrl: string): Refusal {
  if (error instanceof ProblemError) {
    const { code, status: httpStatus, retryAfterMs, requestId, message } = error
    return {
      code,
      error: message,
      httpStatus,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(requestId !== undefined && { requestId }),
    }
  }
  if (error instanceof UnknownOutcomeError)
    return { code: 'unknown_outcome', error: `${error.message}. Does the service at ${baseUrl} run?` }
  if (error instanceof UnexpectedResponseError) return { code: 'unexpected_response', error: error.message }
  throw error
}

/** An error has no object: the tool's schema is that of its success. */
const viewRefusal = (refusal: Refusal): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ status: 'error', ...refusal }) }],
  isError: true,
})
