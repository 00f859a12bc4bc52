import type { Operation, Parameter, Schema } from '#src/contract/document.ts'
import { type Check, type CheckContext, forEachAtOnce } from '../check.ts'
import { hasForbiddenUnit, listEdges, sample } from '../edges.ts'
import { refusesMeaning } from '../meanings.ts'
import { isRead, operations } from '../operations.ts'
import { buildParts, findParameterValue, getExampleBody } from '../requests.ts'
import { validate } from '../response.ts'
import type { Exchange, TestRequest } from '../session.ts'

/** Every parameter of every read, at and beyond each of its bounds. */
export const checkBoundsOfReads: Check = {
  name: 'bounds of reads',
  signedIn: true,
  run: (context) => forEachAtOnce(operations.filter(isRead), (operation) => tryParameters(context, operation)),
}

/** Every parameter and every field of every write, at and beyond each of its bounds, and bodies that are none. */
export const checkBoundsOfWrites: Check = {
  name: 'bounds of writes',
  writes: true,
  signedIn: true,
  run: (context) =>
    forEachAtOnce(
      operations.filter(({ method }) => method !== 'GET'),
      async (operation) => {
        await tryParameters(context, operation)
        await tryFields(context, operation)
        await tryBytes(context, operation)
      },
    ),
}

async function tryParameters(context: CheckContext, operation: Operation): Promise<void> {
  const parts = buildParts(operation, context)
  const body = getExampleBody(operation)
  const send = (more: Partial<TestRequest> & Pick<TestRequest, 'input'>) =>
    context.send({ ...parts, ...(body && { body }), ...more })
  for (const parameter of operation.parameters) {
    for (const { value, isValid, what } of listParameterEdges(parameter, context)) {
      const sent = place(parameter, parts, value)
      expectVerdict(context, await send({ ...sent, input: what }), isValid, parameter.name)
    }
  }
  expectVerdict(
    context,
    await send({ query: { ...parts.query, unforeseen: '1' }, input: 'an unknown parameter' }),
    false,
    'unforeseen',
  )
  const first = operation.parameters.find((one) => one.in === 'query')
  if (first === undefined) return
  const twice = new URLSearchParams(parts.query as Record<string, string>)
  for (const value of ['1', '1']) twice.append(first.name, value)
  expectVerdict(context, await send({ query: twice.toString(), input: `${first.field} twice` }), false, first.name)
}

/** In bytes. A longer address may be refused on the way, before any rule of the contract is asked. */
const addressBytesMax = 8_000

/** Edges as the texts that an address or a header can carry. */
function listParameterEdges(parameter: Parameter, context: CheckContext) {
  const { schema, field } = parameter
  const start = findParameterValue(parameter, context) ?? sample(schema, 1)
  return [...listEdges(schema, start, field)].flatMap(({ value, what }) => {
    if (typeof value === 'object' || (typeof value === 'string' && !value.isWellFormed())) return []
    const text = String(value)
    // An empty segment is another path, and a header carries neither it nor what is not ASCII.
    const isSendable = parameter.in === 'query' || /^[\x20-\x7e]+$/.test(text)
    if (!isSendable || encodeURIComponent(text).length > addressBytesMax) return []
    return [
      { value: text, isValid: validate(schema, readText(schema, text)).length === 0 && !hasForbiddenUnit(text), what },
    ]
  })
}

/** The value that a text of an address stands for. */
function readText({ type }: Schema, text: string): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text
}

function place(
  parameter: Parameter,
  { path, query }: Pick<TestRequest, 'path' | 'query'>,
  value: string,
): Partial<TestRequest> {
  if (parameter.in === 'path') return { path: { ...path, [parameter.name]: value } }
  if (parameter.in === 'query') return { query: { ...(query as object), [parameter.name]: value } }
  return { headers: { [parameter.name]: value } }
}

async function tryFields(context: CheckContext, operation: Operation): Promise<void> {
  const { body: contract } = operation
  const example = getExampleBody(operation)
  if (contract === undefined || example === undefined) return
  for (const { what, field, value } of listEdges(contract.schema, example, 'body')) {
    // It stands for an optional body that is left out: some generated clients send it.
    if (value === null && !contract.required) continue
    const isValid = validate(contract.schema, value).length === 0 && !hasForbiddenUnit(value)
    const exchange = await context.send({ ...buildParts(operation, context), body: value, input: what })
    expectVerdict(context, exchange, isValid, field.split('/').findLast((name) => !/^\d+$/.test(name)) ?? field)
  }
}

/** Bodies that are no JSON of this operation, in bytes. */
async function tryBytes(context: CheckContext, operation: Operation): Promise<void> {
  const { body: contract } = operation
  if (contract === undefined) return
  const parts = buildParts(operation, context)
  const refuse = async (
    input: string,
    status: number,
    raw: NonNullable<TestRequest['raw']>,
    headers: Record<string, string> = {},
  ) => {
    const exchange = await context.send({ ...parts, raw, headers, input })
    if (exchange.status !== status) context.report(operation, input, `status ${exchange.status}, not ${status}`)
  }
  await refuse('half a JSON text', 400, '{"a":')
  await refuse('invalid UTF-8', 400, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
  await refuse('a name twice', 400, '{"unforeseen":1,"unforeseen":1}')
  await refuse('text/plain', 400, '{}', { 'content-type': 'text/plain' })
  await refuse(`${contract.bytesMax + 1} bytes`, 413, ' '.repeat(contract.bytesMax + 1))
}

/** A valid request is not refused as invalid; an invalid one is, and the refusal names the field. */
export function expectVerdict(context: CheckContext, exchange: Exchange, isValid: boolean, field: string): void {
  const { call, status, json } = exchange
  const report = (wrong: string) => context.report(call.operation, call.input, wrong)
  if (isValid) {
    if ((status === 400 || status === 401) && !refusesMeaning(exchange))
      report(`fits the contract and is answered ${status}: ${json.error}`)
  } else if (![400, 413, 429, 503].includes(status)) report(`does not fit the contract and is answered ${status}`)
  else if (json.code === 'invalid_request' && field !== 'body' && !String(json.error).includes(field))
    report(`the refusal does not name ${field}: ${json.error}`)
}
