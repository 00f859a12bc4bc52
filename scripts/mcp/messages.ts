/** Messages of JSON-RPC as clients write them. The SDK passes over a message that it cannot read, without an answer. */
import { type Readable, Transform, type Writable } from 'node:stream'
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'

type Refusal = { jsonrpc: '2.0'; id: string | number | null; error: { code: number; message: string } }
type ParsedMessage = { message: JSONRPCMessage } | { refusal: Refusal }

const newLine = 0x0a
const lineBytesMax = 10 * 1024 * 1024

/**
 * One message. Null parameters, and a parameter that is null, are read as absent: clients in other languages write them
 * so. What is no message gets the answer that JSON-RPC has for it.
 */
export function parseMessage(json: string): ParsedMessage {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { refusal: refuse(null, ErrorCode.ParseError, 'Not JSON') }
  }
  const { params, ...rest } = toRecord(value)
  const read = JSONRPCMessageSchema.safeParse(params == null ? rest : { ...rest, params: omitNulls(params) })
  if (read.success) return { message: read.data }
  const id = typeof rest.id === 'string' || typeof rest.id === 'number' ? rest.id : null
  return { refusal: refuse(id, ErrorCode.InvalidRequest, 'Not a message of JSON-RPC 2.0') }
}

/** The messages of `input`, one a line, as the SDK's transport reads them; refusals are written to `output`. */
export function readMessages(input: Readable, output: Writable): Readable {
  let rest = Buffer.alloc(0)
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(newLine) + 1
      rest = bytes.subarray(end)
      if (rest.length > lineBytesMax) return done(new Error(`a message has more than ${lineBytesMax} bytes`))
      for (const line of bytes.toString('utf8', 0, end).split('\n')) {
        if (line.trim() === '') continue
        const parsed = parseMessage(line)
        if ('message' in parsed) this.push(`${JSON.stringify(parsed.message)}\n`)
        else output.write(`${JSON.stringify(parsed.refusal)}\n`)
      }
      done()
    },
  })
  return input.pipe(lines)
}

const refuse = (id: Refusal['id'], code: number, message: string): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

const omitNulls = (params: unknown) =>
  Array.isArray(params)
    ? params
    : Object.fromEntries(Object.entries(toRecord(params)).filter(([, value]) => value !== null))

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
