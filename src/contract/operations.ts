import { toStrictSchema } from './strict-schema.ts'
import type { operations } from './types.gen.ts'

export type OperationId = keyof operations
export type Schema = { readonly [keyword: string]: unknown }

export type ReferenceObject = { $ref: string }
type RawParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type RawHeader = { schema: Schema; required?: boolean }
type RawResponse = {
  headers?: Record<string, ReferenceObject | RawHeader>
  description?: string
  content?: Record<string, { schema: Schema }>
}
type RawBody = {
  required?: boolean
  content: Record<string, { schema: Schema; examples?: Record<string, ReferenceObject | { value: unknown }> }>
}
type RawOperation = {
  operationId: OperationId
  summary: string
  description: string
  tags: [string]
  security?: Record<string, string[]>[]
  parameters?: (ReferenceObject | RawParameter)[]
  requestBody?: ReferenceObject | RawBody
  responses: Record<string, ReferenceObject | RawResponse>
  'x-body-bytes-max'?: number
  'x-reserved-statuses'?: string[]
  'x-rate-limit'?: 'costly'
}
export type RawDocument = {
  info: { title: string; version: string; summary: string }
  paths: Record<string, Record<string, RawOperation | RawParameter[]>>
} & Schema

/** `example` is the parameter's own or its schema's; `field` is its name in a refusal. */
export type Parameter = RawParameter & { field: string }

type BodyContract = {
  required: boolean
  schema: Schema
  bytesMax: number
  /** By name, in the contract's order. */
  examples: ReadonlyMap<string, unknown>
}

export type ResponseContract = {
  description: string
  contentType: string | undefined
  schema: Schema | undefined
  /** By name, as the contract writes it. */
  headers: ReadonlyMap<string, RawHeader>
}

/** One operation of the contract: the source of its route, validators and access checks. */
export type Operation = {
  id: OperationId
  summary: string
  description: string
  method: string
  /** The contract's path, `/api/artist/{id}/…`. */
  path: string
  tag: string
  security: readonly Record<string, string[]>[]
  parameters: readonly Parameter[]
  body: BodyContract | undefined
  responses: ReadonlyMap<string, ResponseContract>
  /** Statuses that the contract lists for forward compatibility; no rule returns them yet. */
  reserved: ReadonlySet<string>
  /** Has a stricter rate limit than the general one. */
  isCostly: boolean
  /** Cache-Control of every answer, a failure's too: `private, no-store` where it needs credentials. */
  cacheControl: string | undefined
}

/** The operations of a bundled contract, in its order. @throws Error where a body has no schema or no limit */
export function readOperations(document: RawDocument): ReadonlyMap<OperationId, Operation> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) => {
    const shared = Array.isArray(item.parameters) ? item.parameters : []
    return Object.entries(item).flatMap(([method, raw]) =>
      'operationId' in raw ? [readOperation(document, { path, method, raw, shared })] : [],
    )
  })
  return new Map(operations.map((operation) => [operation.id, operation]))
}

type RawRoute = { path: string; method: string; raw: RawOperation; shared: readonly RawParameter[] }

function readOperation(document: RawDocument, { path, method, raw, shared }: RawRoute): Operation {
  const responses = Object.entries(raw.responses).map(
    ([status, response]) => [status, readResponse(document, response)] as const,
  )
  const security = raw.security ?? []
  return {
    id: raw.operationId,
    summary: raw.summary,
    description: raw.description.trim(),
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0],
    security,
    parameters: [...shared, ...(raw.parameters ?? [])].map((p) => readParameter(document, p)),
    body: readBody(document, raw),
    responses: new Map(responses),
    reserved: new Set(raw['x-reserved-statuses']),
    isCostly: raw['x-rate-limit'] === 'costly',
    cacheControl: security.length > 0 ? 'private, no-store' : undefined,
  }
}

function readParameter(document: RawDocument, referring: ReferenceObject | RawParameter): Parameter {
  const raw = resolveIn<RawParameter>(document, referring)
  const field = raw.in === 'header' ? `header ${raw.name}` : `${raw.in}.${raw.name}`
  // Siblings of a $ref (such as a default) extend the schema that it refers to.
  const { $ref: _ref, ...siblings } = raw.schema
  const schema = { ...resolveIn<Schema>(document, raw.schema), ...siblings }
  const [listed] = (schema.examples as unknown[] | undefined) ?? []
  return { ...raw, schema, example: raw.example ?? schema.example ?? listed, field }
}

function readBody(document: RawDocument, raw: RawOperation): Operation['body'] {
  if (raw.requestBody === undefined) return undefined
  const { required, content } = resolveIn<RawBody>(document, raw.requestBody)
  const { schema, examples = {} } = content['application/json'] ?? {}
  const bytesMax = raw['x-body-bytes-max']
  if (schema === undefined || bytesMax === undefined) {
    throw new Error(`The contract gives ${raw.operationId} a body without a JSON schema or without x-body-bytes-max`)
  }
  const values = Object.entries(examples).map(
    ([name, example]) => [name, resolveIn<{ value: unknown }>(document, example).value] as const,
  )
  return { required: required === true, schema, bytesMax, examples: new Map(values) }
}

function readResponse(document: RawDocument, raw: ReferenceObject | RawResponse): ResponseContract {
  const { description = '', content = {}, headers = {} } = resolveIn<RawResponse>(document, raw)
  const [contentType, media] = Object.entries(content)[0] ?? []
  const resolved = Object.entries(headers).map(([name, one]) => [name, resolveIn<RawHeader>(document, one)] as const)
  return {
    description,
    contentType,
    // The schema of a stream is that of each event.
    schema: media && toStrictSchema(media.schema),
    headers: new Map(resolved),
  }
}

/** The value itself, or the target of its `$ref` within the document. */
export function resolveIn<T>(document: RawDocument, value: ReferenceObject | T | Schema): T {
  const ref = (value as Partial<ReferenceObject>).$ref
  if (ref === undefined) return value as T
  const unescapeStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
  const steps = ref.slice(2).split('/').map(unescapeStep)
  const target = steps.reduce((node: unknown, step) => (node as Record<string, unknown>)[step], document)
  return resolveIn<T>(document, target as T)
}

/** Whether a parameter names the artist. */
export const isArtistId = (p: Parameter): boolean => p.in === 'path' && (p.name === 'id' || p.name === 'artistId')

/** Whether an operation admits callers without a credential. */
export const isPublic = ({ security }: Operation): boolean =>
  security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)
