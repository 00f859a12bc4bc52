import { readFileSync } from 'node:fs'
import { toStrictSchema } from './strict-schema.ts'
import type { operations } from './types.gen.ts'

export type OperationId = keyof operations
export type Schema = { readonly [keyword: string]: unknown }

type Reference = { $ref: string }
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
  headers?: Record<string, Reference | RawHeader>
  content?: Record<string, { schema: Schema }>
}
type RawOperation = {
  operationId: OperationId
  summary: string
  description: string
  tags: [string]
  security?: Record<string, string[]>[]
  parameters?: (Reference | RawParameter)[]
  requestBody?: Reference | { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Reference | RawResponse>
  'x-body-bytes-max'?: number
  'x-reserved-statuses'?: string[]
  'x-rate-limit'?: 'costly'
}
type RawDocument = {
  info: { title: string; version: string; summary: string }
  paths: Record<string, Record<string, RawOperation | RawParameter[]>>
} & Schema

export type Parameter = RawParameter & { field: string }

export type ResponseContract = {
  contentType: string | undefined
  schema: Schema | undefined
  /** Names in lower case. */
  requiredHeaders: ReadonlySet<string>
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
  body: { required: boolean; schema: Schema; bytesMax: number } | undefined
  responses: ReadonlyMap<string, ResponseContract>
  /** Statuses that the contract lists for forward compatibility; no rule returns them yet. */
  reserved: ReadonlySet<string>
  /** Has a stricter rate limit than the general one. */
  isCostly: boolean
  /** Cache-Control of every answer, a failure's too: the contract's, or `private, no-store` where it has credentials. */
  cacheControl: string | undefined
}

const methods = ['get', 'put', 'post', 'delete', 'patch']
const folder = new URL('../../openapi/', import.meta.url)

/** The bundled contract. */
export const sourceJson = readFileSync(new URL('bundle/openapi.json', folder))

/** Workflows of several operations, as an Arazzo document that refers to the contract. */
export const workflowsYaml = readFileSync(new URL('workflows.arazzo.yaml', folder))

export const document = JSON.parse(sourceJson.toString('utf8')) as RawDocument

export const operationContracts: ReadonlyMap<OperationId, Operation> = new Map(
  Object.entries(document.paths)
    .flatMap(([path, item]) =>
      methods
        .filter((method) => item[method] !== undefined)
        .map((method) =>
          readOperation(path, method, item[method] as RawOperation, item.parameters as RawParameter[] | undefined),
        ),
    )
    .map((operation) => [operation.id, operation]),
)

function readOperation(path: string, method: string, raw: RawOperation, shared: RawParameter[] = []): Operation {
  const responses = Object.entries(raw.responses).map(([status, response]) => [status, readResponse(response)] as const)
  const security = raw.security ?? []
  return {
    id: raw.operationId,
    summary: raw.summary,
    description: raw.description.trim(),
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0],
    security,
    parameters: [...shared, ...(raw.parameters ?? [])].map((p) => readParameter(resolve<RawParameter>(p))),
    body: readBody(raw),
    responses: new Map(responses),
    reserved: new Set(raw['x-reserved-statuses']),
    isCostly: raw['x-rate-limit'] === 'costly',
    cacheControl: findConstantHeader(raw, 'Cache-Control') ?? (security.length > 0 ? 'private, no-store' : undefined),
  }
}

function readParameter(raw: RawParameter): Parameter {
  const field = raw.in === 'header' ? `header ${raw.name}` : `${raw.in}.${raw.name}`
  // Siblings of a $ref (such as a default) extend the schema that it refers to.
  const { $ref: _ref, ...siblings } = raw.schema
  return { ...raw, schema: { ...resolve<Schema>(raw.schema), ...siblings }, field }
}

function readBody(raw: RawOperation): Operation['body'] {
  if (raw.requestBody === undefined) return undefined
  const { required, content } = resolve<Exclude<RawOperation['requestBody'], Reference | undefined>>(raw.requestBody)
  const schema = content['application/json']?.schema
  const bytesMax = raw['x-body-bytes-max']
  if (schema === undefined || bytesMax === undefined) {
    throw new Error(`The contract gives ${raw.operationId} a body without a JSON schema or without x-body-bytes-max`)
  }
  return { required: required === true, schema, bytesMax }
}

function readResponse(raw: Reference | RawResponse): ResponseContract {
  const { content = {}, headers = {} } = resolve<RawResponse>(raw)
  const [contentType, media] = Object.entries(content)[0] ?? []
  const required = Object.entries(headers).filter(([, header]) => resolve<RawHeader>(header).required === true)
  return {
    contentType,
    // The schema of a stream is that of each event.
    schema: media && toStrictSchema(media.schema),
    requiredHeaders: new Set(required.map(([name]) => name.toLowerCase())),
  }
}

function findConstantHeader(raw: RawOperation, name: string): string | undefined {
  const success = Object.entries(raw.responses).find(([status]) => status.startsWith('2'))
  if (success === undefined) return undefined
  const header = resolve<RawResponse>(success[1]).headers?.[name]
  if (header === undefined) return undefined
  const { const: constant } = toStrictSchema(resolve<RawHeader>(header).schema)
  return typeof constant === 'string' ? constant : undefined
}

/** The value itself, or the target of its `$ref` within the document. */
export function resolve<T>(value: Reference | T | Schema): T {
  const ref = (value as Partial<Reference>).$ref
  if (ref === undefined) return value as T
  const steps = ref.slice(2).split('/').map(unescapePointer)
  return resolve<T>(steps.reduce((node: unknown, step) => (node as Record<string, unknown>)[step], document) as T)
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
