import { readFileSync } from 'node:fs'
import type { operations } from './types.gen.ts'

export type OperationId = keyof operations
export type Schema = { readonly [keyword: string]: unknown }

type Reference = { $ref: string }
type RawParameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type RawResponse = {
  headers?: Record<string, Reference | { schema: Schema }>
  content?: Record<string, { schema: Schema }>
}
type RawOperation = {
  operationId: OperationId
  tags: [string]
  security?: Record<string, string[]>[]
  parameters?: (Reference | RawParameter)[]
  requestBody?: Reference | { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Reference | RawResponse>
  'x-body-bytes-max'?: number
}
type RawDocument = {
  info: { version: string }
  paths: Record<string, Record<string, RawOperation | RawParameter[]>>
} & Schema

export type Parameter = RawParameter & { field: string }
export type ResponseContract = {
  contentType: string | undefined
  pointer: string | undefined
  headers: ReadonlySet<string>
}

/** One operation as the contract states it: all that routes, validators and access checks are made from. */
export type Operation = {
  id: OperationId
  method: string
  /** The contract's path, `/api/artist/{id}/…`. */
  path: string
  tag: string
  security: readonly Record<string, string[]>[]
  parameters: readonly Parameter[]
  body: { required: boolean; pointer: string; bytesMax: number } | undefined
  responses: ReadonlyMap<string, ResponseContract>
  /** The one value of Cache-Control that the contract allows on a success, where it allows only one. */
  cacheControl: string | undefined
}

const methods = ['get', 'put', 'post', 'delete', 'patch']
const folder = new URL('../../openapi/bundle/', import.meta.url)

/** The bundled contract exactly as it stands in the repository: served byte for byte. */
export const sourceJson = readFileSync(new URL('openapi.json', folder))
export const sourceYaml = readFileSync(new URL('openapi.yaml', folder))

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
  const here = `#/paths/${escapePointer(path)}/${method}`
  const responses = new Map(
    Object.entries(raw.responses).map(([status, response]) => [
      status,
      readResponse(response, `${here}/responses/${status}`),
    ]),
  )
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0],
    security: raw.security ?? [],
    parameters: [...shared, ...(raw.parameters ?? [])].map((p) => readParameter(resolve<RawParameter>(p, '').value)),
    body: readBody(raw, here),
    responses,
    cacheControl: constantHeader(raw, 'Cache-Control'),
  }
}

const readParameter = (raw: RawParameter): Parameter => ({
  ...raw,
  schema: resolve<Schema>(raw.schema, '').value,
  field: raw.in === 'header' ? `header ${raw.name}` : `${raw.in}.${raw.name}`,
})

function readBody(raw: RawOperation, here: string): Operation['body'] {
  if (raw.requestBody === undefined) return undefined
  const { value, pointer } = resolve<Exclude<RawOperation['requestBody'], Reference | undefined>>(
    raw.requestBody,
    `${here}/requestBody`,
  )
  const bytesMax = raw['x-body-bytes-max']
  if (bytesMax === undefined) throw new Error(`The contract gives ${raw.operationId} a body without x-body-bytes-max`)
  return { required: value.required === true, pointer: `${pointer}/content/application~1json/schema`, bytesMax }
}

function readResponse(raw: Reference | RawResponse, here: string): ResponseContract {
  const { value, pointer } = resolve<RawResponse>(raw, here)
  const contentType = Object.keys(value.content ?? {})[0]
  return {
    contentType,
    pointer: contentType && `${pointer}/content/${escapePointer(contentType)}/schema`,
    headers: new Set(Object.keys(value.headers ?? {}).map((name) => name.toLowerCase())),
  }
}

function constantHeader(raw: RawOperation, name: string): string | undefined {
  const success = Object.entries(raw.responses).find(([status]) => status.startsWith('2'))
  if (success === undefined) return undefined
  const header = resolve<RawResponse>(success[1], '').value.headers?.[name]
  if (header === undefined) return undefined
  const { schema } = resolve<{ schema: Schema }>(header, '').value
  return resolve<{ const?: string }>(schema, '').value.const
}

/** Follows a `$ref` inside the document; answers the value and the pointer it stands at. */
export function resolve<T>(value: Reference | T | Schema, pointer: string): { value: T; pointer: string } {
  const ref = (value as Partial<Reference>).$ref
  if (ref === undefined) return { value: value as T, pointer }
  const target = ref
    .slice(2)
    .split('/')
    .reduce((node: unknown, part) => (node as Record<string, unknown>)[unescapePointer(part)], document)
  return resolve<T>(target as Reference | T, ref)
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')
