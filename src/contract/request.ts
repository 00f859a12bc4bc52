import { invalid, Problem } from '#src/problems/problem.ts'
import { firstFlaw } from '#src/text/wellformed.ts'
import type { Operation, Parameter } from './document.ts'
import { parseJsonBody } from './json-body.ts'
import { parseQueryString } from './query-string.ts'
import { type Validator, validatorOf } from './validators.ts'

/** What came over the wire, untouched. */
export type RawRequest = {
  url: string
  path: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  body: Buffer | undefined
}

export type ReadRequest = { path: object; query: object; headers: object; body: unknown }

/**
 * Makes the reader of an operation's requests: path, query, headers and body are judged in this order, and the first
 * thing that does not fit is a 400 naming the field. Only path, query and header strings are turned into numbers or booleans.
 */
export function requestReader(operation: Operation): (raw: RawRequest) => ReadRequest {
  const readPath = parametersReader(operation.parameters.filter((p) => p.in === 'path'))
  const readQuery = parametersReader(operation.parameters.filter((p) => p.in === 'query'))
  const readHeaders = parametersReader(operation.parameters.filter((p) => p.in === 'header' && !isCredential(p)))
  const headerNames = operation.parameters.filter((p) => p.in === 'header').map((p) => p.name)
  const readBody = bodyReader(operation.body)
  return ({ url, path, headers, body }) => ({
    path: readPath(new Map(Object.entries(path))),
    query: readQuery(parseQueryString(queryOf(url))),
    headers: readHeaders(pick(headers, headerNames)),
    body: readBody(body, headers['content-type']),
  })
}

/** A credential is judged before anything else and is no field of the request. */
const isCredential = ({ name }: Parameter) => /^(authorization|x-service-research-key)$/i.test(name)

function parametersReader(parameters: Parameter[]): (given: Map<string, string>) => object {
  const known = parameters.map((p) => ({ ...p, decode: decoderOf(p), validate: validatorOf(p.schema) }))
  const names = new Set(parameters.map((p) => p.name))
  return (given) => {
    for (const name of given.keys()) {
      if (!names.has(name)) throw invalid(`query.${name}`, 'is not accepted')
    }
    return Object.fromEntries(known.flatMap((p) => readParameter(p, given.get(p.name))))
  }
}

type KnownParameter = Parameter & { decode: (value: string) => unknown; validate: Validator }

function readParameter(parameter: KnownParameter, given: string | undefined): [string, unknown][] {
  const { name, field, in: place, required, schema } = parameter
  if (given === undefined) {
    if (required) throw invalid(field, 'is required')
    return schema.default === undefined ? [] : [[name, schema.default]]
  }
  const value = parameter.decode(given)
  const violation = parameter.validate(value)
  if (violation !== undefined)
    throw isArtistId(parameter) ? new Problem('invalid_artist_id') : invalid(field, violation.reason)
  refuseFlaws(value, field)
  // Every path parameter is an identifier: its case does not matter, and revisions are made over one form.
  return [[name, place === 'path' && typeof value === 'string' ? value.toLowerCase() : value]]
}

const isArtistId = (p: Parameter) => p.in === 'path' && (p.name === 'id' || p.name === 'artistId')

/** Turns a parameter's string into its schema's type; what is not exactly such a value stays a string and is refused by the schema. */
function decoderOf({ schema }: Parameter): (value: string) => unknown {
  switch (schema.type) {
    case 'integer':
      return (value) => (/^(0|-?[1-9][0-9]*)$/.test(value) ? Number(value) : value)
    case 'boolean':
      return (value) => (value === 'true' ? true : value === 'false' ? false : value)
    default:
      return (value) => value
  }
}

function bodyReader(contract: Operation['body']): (bytes: Buffer | undefined, contentType: unknown) => unknown {
  if (contract === undefined) return () => undefined
  const validate = validatorOf(contract.schema)
  return (bytes, contentType) => {
    if (bytes === undefined || bytes.length === 0) {
      if (contract.required) throw invalid('body', 'is required')
      return undefined
    }
    const value = parseJsonBody(bytes, typeof contentType === 'string' ? contentType : undefined)
    refuseFlaws(value, '')
    const violation = validate(value)
    if (violation !== undefined) throw invalid(violation.field || 'body', violation.reason)
    return value
  }
}

function refuseFlaws(value: unknown, field: string): void {
  const found = firstFlaw(value)
  if (found === undefined) return
  const reason = found.flaw === 'nul' ? 'holds U+0000' : 'holds a lone surrogate'
  throw invalid([field, ...found.path].filter((part) => part !== '').join('/') || 'body', reason)
}

const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

function pick(headers: RawRequest['headers'], names: string[]): Map<string, string> {
  return new Map(
    names.flatMap((name) => {
      const value = headers[name.toLowerCase()]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
}
