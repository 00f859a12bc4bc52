import { findFirstFlaw, flawReasons } from '#src/text/wellformed.ts'
import type { Operation, Parameter } from './document.ts'
import { parseJsonBody } from './json-body.ts'
import { isArtistId } from './operations.ts'
import { createInvalidRequest, Problem } from './problems/problem.ts'
import { getValidator, type Validator } from './validators.ts'

/** The request as it was received. */
type RawRequest = {
  url: string
  path: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  body: Buffer | undefined
}

type ParsedRequest = { path: object; query: object; headers: object; body: unknown }

/**
 * Builds the parser of an operation's requests. Path, query, headers and body are validated in this order; the first
 * violation is a 400 naming the field. Only strings of the path, query and headers are converted to numbers or
 * booleans.
 */
export function createRequestParser(operation: Operation): (raw: RawRequest) => ParsedRequest {
  const readPath = createParametersReader(operation.parameters.filter((p) => p.in === 'path'))
  const readQuery = createParametersReader(operation.parameters.filter((p) => p.in === 'query'))
  const readHeaders = createParametersReader(operation.parameters.filter((p) => p.in === 'header' && !isCredential(p)))
  const readBody = createBodyReader(operation.body)
  const queryNames = new Set(operation.parameters.filter((p) => p.in === 'query').map((p) => p.name))
  return ({ url, path, headers, body }) => ({
    path: readPath((name) => path[name]),
    query: readQuery(parseQuery(url, queryNames)),
    headers: readHeaders((name) => takeSingle(headers[name.toLowerCase()])),
    body: readBody(body, headers),
  })
}

type ReadParameter = (name: string) => string | undefined

/**
 * The parameters of a URL's query, each value exactly as sent; none where there is no query.
 * @param names the accepted ones; the first other one ends the parsing
 * @throws Problem `invalid_request` for another or a repeated name, a bad escape or invalid UTF-8
 */
function parseQuery(url: string, names: ReadonlySet<string>): ReadParameter {
  const [, ...query] = url.split('?')
  const parameters = new Map<string, string>()
  for (const pair of query.join('?').split('&')) {
    if (pair === '') continue
    const [sentName = '', ...rest] = pair.split('=')
    const name = decode(sentName, 'query')
    const value = decode(rest.join('='), `query.${name}`)
    if (!names.has(name)) throw createInvalidRequest(`query.${name}`, 'is not accepted')
    if (parameters.has(name)) throw createInvalidRequest(`query.${name}`, 'is given more than once')
    parameters.set(name, value)
  }
  return (name) => parameters.get(name)
}

function decode(part: string, field: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw createInvalidRequest(field, 'holds a bad percent escape or invalid UTF-8')
  }
}

/** Node joins a repeated header by commas, which its schema refuses; only a list of its own kind is no text. */
const takeSingle = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** Credentials are checked by authentication and are no field of the request. */
const isCredential = ({ name }: Parameter) => /^(authorization|x-service-research-key)$/i.test(name)

function createParametersReader(parameters: Parameter[]): (readText: ReadParameter) => object {
  const known = parameters.map((p) => ({ ...p, decode: createDecoder(p), validate: getValidator(p.schema) }))
  return (readText) => {
    const read: Record<string, unknown> = {}
    for (const parameter of known) {
      const value = readParameter(parameter, readText(parameter.name))
      if (value !== undefined) read[parameter.name] = value
    }
    return read
  }
}

type KnownParameter = Parameter & { decode: (value: string) => unknown; validate: Validator }

/** Undefined when absent without a default. */
function readParameter(parameter: KnownParameter, text: string | undefined): unknown {
  const { field, in: location, required, schema } = parameter
  if (text === undefined) {
    if (required) throw createInvalidRequest(field, 'is required')
    return schema.default
  }
  const value = parameter.decode(text)
  const violation = parameter.validate(value)
  if (violation !== undefined)
    throw isArtistId(parameter) ? new Problem('invalid_artist_id') : createInvalidRequest(field, violation.reason)
  // Every path parameter is an identifier: lower case, because revisions are hashed over one form.
  return location === 'path' && typeof value === 'string' ? value.toLowerCase() : value
}

/** Converts a parameter to its schema's type; anything but the exact form stays a string, which the schema refuses. */
function createDecoder({ schema }: Parameter): (value: string) => unknown {
  switch (schema.type) {
    case 'integer':
      return (value) => (/^(0|-?[1-9][0-9]*)$/.test(value) ? Number(value) : value)
    case 'boolean':
      return (value) => (value === 'true' ? true : value === 'false' ? false : value)
    default:
      return (value) => value
  }
}

function createBodyReader(
  contract: Operation['body'],
): (bytes: Buffer | undefined, headers: Readonly<Record<string, unknown>>) => unknown {
  if (contract === undefined) return () => undefined
  const validate = getValidator(contract.schema)
  return (bytes, headers) => {
    if (bytes === undefined || bytes.length === 0) {
      if (contract.required) throw createInvalidRequest('body', 'is required')
      return undefined
    }
    const value = parseJsonBody(bytes, headers)
    // Some generated clients write an absent body as null.
    if (value === null && !contract.required) return undefined
    const violation = validate(value)
    if (violation !== undefined) throw createInvalidRequest(violation.field || 'body', violation.reason)
    const found = findFirstFlaw(value)
    if (found !== undefined) throw createInvalidRequest(found.path.join('/') || 'body', flawReasons[found.flaw])
    return value
  }
}
