import { type Operation, type ResponseContract, resolve, type Schema } from '#src/contract/document.ts'
import { listDocumentedCodes } from '#src/contract/documented-problem-codes.ts'
import { catalogue, type ProblemCode } from '#src/contract/problems/catalogue.ts'
import { findResponseContract } from '#src/contract/response-check.ts'
import { toStrictSchema } from '#src/contract/strict-schema.ts'
import { getValidator } from '#src/contract/validators.ts'

export type Answer = { status: number; headers: Headers; bytes: Uint8Array }

/** Validates by one of the contract's schemas, closed: a property that the contract does not name is wrong. */
export function validate(schema: Schema, value: unknown): string[] {
  const violation = getValidator(toStrictSchema(schema))(value)
  return violation === undefined ? [] : [`body/${violation.field} ${violation.reason}`]
}

/** Everything in a response that the contract does not describe: status, headers, type, body. */
export function validateResponse(operation: Operation, answer: Answer): string[] {
  const contract = findResponseContract(operation, answer.status)
  if (contract === undefined) return [`status ${answer.status} is not declared`]
  return [...validateHeaders(contract, answer), ...validateBody(operation, contract, answer)]
}

function validateHeaders(contract: ResponseContract, { headers }: Answer): string[] {
  const wrong = [...contract.headers].flatMap(([name, { schema, required }]) => {
    const value = headers.get(name)
    if (value === null) return required ? [`header ${name} is missing`] : []
    const isInteger = resolve<Schema>(schema).type === 'integer'
    const errors = validate(schema, isInteger && /^\d+$/.test(value) ? Number(value) : value)
    return errors.length === 0 ? [] : [`header ${name} is ${JSON.stringify(value)}`]
  })
  const type = headers.get('content-type')?.split(';')[0]
  if (contract.contentType !== undefined && type !== contract.contentType) wrong.push(`header Content-Type is ${type}`)
  return wrong
}

function validateBody(operation: Operation, { contentType, schema }: ResponseContract, answer: Answer): string[] {
  if (schema === undefined) return []
  let bodies: unknown[]
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.bytes)
    bodies = contentType === 'text/event-stream' ? parseEvents(text) : [JSON.parse(text)]
  } catch (error) {
    return [`the body is not ${contentType} in UTF-8: ${(error as Error).message}`]
  }
  return bodies.flatMap((body) => [
    ...validate(schema, body),
    ...validateTexts(body, 'body'),
    ...validateRevision(body ?? {}, answer),
    ...(answer.status < 400 ? [] : validateCode(operation, answer.status, body ?? {})),
  ])
}

/** The JSON of each `data:` line. */
export const parseEvents = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice('data: '.length))] : []))

/** Rules that no schema says: a window is as long as its text in UTF-16 code units, and every text is well-formed. */
function validateTexts(value: unknown, path: string): string[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [`${path} has a lone surrogate`]
  if (typeof value !== 'object' || value === null) return []
  const { start, end, text, quote } = value as Record<string, unknown>
  const shown = typeof quote === 'string' ? quote : text
  const isWindow = typeof start === 'number' && typeof end === 'number' && typeof shown === 'string'
  return [
    ...(isWindow && end - start !== shown.length
      ? [`${path} has ${shown.length} code units of text in a window of ${end - start}`]
      : []),
    ...Object.entries(value).flatMap(([name, inner]) => validateTexts(inner, `${path}/${name}`)),
  ]
}

function validateRevision(body: unknown, { headers }: Answer): string[] {
  const etag = headers.get('etag')
  const { response } = body as { response?: { revision?: string } }
  return etag === null || response?.revision === undefined || etag === `"${response.revision}"`
    ? []
    : [`header ETag is ${etag} and the revision is ${response.revision}`]
}

function validateCode(operation: Operation, status: number, body: unknown): string[] {
  const { code, error } = body as { code: ProblemCode; error?: unknown }
  // One that is missing or unknown is refused by the schema.
  if (!(code in catalogue)) return []
  const { status: expected, message } = catalogue[code]
  if (expected !== status) return [`code ${code} belongs to ${expected}, and the status is ${status}`]
  const isFixed = status === 401 || status === 403 || code === 'invalid_artist_id'
  if (isFixed && error !== message) return [`error is ${JSON.stringify(error)}, not ${JSON.stringify(message)}`]
  return status === 405 || status >= 500 || listDocumentedCodes(operation).includes(code)
    ? []
    : [`code ${code} is not documented for this operation`]
}
