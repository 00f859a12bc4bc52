import type { Operation, Parameter, Schema } from '#src/contract/document.ts'
import { findParameterValue, type Parts } from '../call.ts'
import type { CheckContext } from '../check.ts'
import { fits, listEdges, sample } from '../edges.ts'
import { expectStatus, expectVerdict } from '../expect.ts'
import { getExampleBody } from '../operations.ts'

/** Every parameter and every field at and beyond each of its bounds, and bodies that are none. */
export async function checkBounds(context: CheckContext, operation: Operation): Promise<void> {
  await tryParameters(context, operation)
  await tryFields(context, operation)
  await tryBytes(context, operation)
}

async function tryParameters(context: CheckContext, operation: Operation): Promise<void> {
  const body = getExampleBody(operation)
  const send = (input: string, parts: Parts) => context.call(operation, input, { body, ...parts })
  for (const parameter of operation.parameters) {
    for (const { value, isValid, what } of listParameterEdges(parameter, context))
      expectVerdict(await send(what, place(parameter, value)), isValid, parameter.name)
  }
  expectVerdict(await send('an unknown parameter', { query: { unforeseen: '1' } }), false, 'unforeseen')
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const [first] = inQuery
  if (first === undefined) return
  const required = inQuery.filter((one) => one.required)
  const values = required.map((one): [string, string] => [one.name, String(findParameterValue(one, context))])
  const query = new URLSearchParams([...values, [first.name, '1'], [first.name, '1']]).toString()
  expectVerdict(await send(`${first.field} twice`, { query }), false, first.name)
}

/** In bytes. A longer address may be refused on the way, before any rule of the contract is asked. */
const addressBytesMax = 8_000

/** Edges as the texts that an address or a header can carry. */
function listParameterEdges(parameter: Parameter, context: CheckContext) {
  const { schema, field } = parameter
  const start = findParameterValue(parameter, context) ?? sample(schema)
  return [...listEdges(schema, start, field)].flatMap(({ value, what }) => {
    if (typeof value === 'object' || (typeof value === 'string' && !value.isWellFormed())) return []
    const text = String(value)
    // An empty segment is another path, and a header carries neither it nor what is not ASCII.
    const isSendable = parameter.in === 'query' || /^[\x20-\x7e]+$/.test(text)
    if (!isSendable || encodeURIComponent(text).length > addressBytesMax) return []
    return [{ value: text, isValid: fits(schema, readText(schema, text)), what }]
  })
}

/** The value that a text of an address stands for. */
const readText = ({ type }: Schema, text: string): unknown =>
  forms[String(type)]?.test(text) ? JSON.parse(text) : text

const forms: Record<string, RegExp> = { integer: /^-?\d+$/, boolean: /^(true|false)$/ }

const place = ({ in: location, name }: Parameter, value: string): Parts =>
  location === 'header' ? { headers: { [name]: value } } : { [location]: { [name]: value } }

async function tryFields({ call }: CheckContext, operation: Operation): Promise<void> {
  const { body: contract } = operation
  if (contract === undefined) return
  for (const { what, field, value } of listEdges(contract.schema, getExampleBody(operation), 'body')) {
    // It stands for an optional body that is left out: some generated clients send it.
    if (value === null && !contract.required) continue
    const name = field.split('/').findLast((step) => !/^\d+$/.test(step))
    expectVerdict(await call(operation, what, { body: value }), fits(contract.schema, value), name)
  }
}

/** Bodies that are no JSON of this operation. */
async function tryBytes({ call }: CheckContext, operation: Operation): Promise<void> {
  const { body: contract } = operation
  if (contract === undefined) return
  const send = (input: string, raw: NonNullable<Parts['raw']>, headers = {}) => call(operation, input, { raw, headers })
  expectStatus(await send('half a JSON text', '{"a":'), 400)
  expectStatus(await send('invalid UTF-8', Buffer.from('{"\xff":1}', 'latin1')), 400)
  expectStatus(await send('a name twice', '{"unforeseen":1,"unforeseen":1}'), 400)
  expectStatus(await send('text/plain', '{}', { 'content-type': 'text/plain' }), 400)
  expectStatus(await send(`${contract.bytesMax + 1} bytes`, ' '.repeat(contract.bytesMax + 1)), 413)
}
