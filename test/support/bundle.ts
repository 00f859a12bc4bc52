/** The bundled contract as plain data, and ways to walk it, independent of the service's own reader. */
import { readFileSync } from 'node:fs'

export type JsonObject = { readonly [key: string]: unknown }
export type Operation = {
  id: string
  path: string
  method: string
  pointer: string
  raw: JsonObject
  parameters: JsonObject[]
  /** By status, `default` included; references are followed. */
  responses: Map<string, JsonObject>
}

export const contract: JsonObject = JSON.parse(
  readFileSync(new URL('../../openapi/bundle/openapi.json', import.meta.url), 'utf8'),
)

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object, and none of anything else: the contract omits empty ones. */
export const listMembers = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : [])
export const listItems = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The value at a `#/…` pointer, or undefined. */
export function resolvePointer(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (node as JsonObject | undefined)?.[part], contract)
}

/** The value itself, or what its `$ref` resolves to. Keywords beside the `$ref` are dropped. */
export function followReference(value: unknown): JsonObject {
  const target =
    isJsonObject(value) && typeof value.$ref === 'string' ? followReference(resolvePointer(value.$ref)) : value
  if (!isJsonObject(target)) throw new Error(`${JSON.stringify(value)} leads nowhere`)
  return target
}

/**
 * Visits a value and everything inside it, depth first, each with its pointer. Literal data (examples, enums) is not
 * entered.
 */
export function* walk(value: unknown, pointer = '#'): Generator<{ node: JsonObject; pointer: string }> {
  if (isJsonObject(value)) yield { node: value, pointer }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const named = /\/(properties|schemas|responses)$/.test(pointer)
    if (!named && ['example', 'examples', 'enum', 'const', 'default'].includes(key)) continue
    yield* walk(inner, `${pointer}/${escapePointer(key)}`)
  }
}

const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

export const operations: Operation[] = listMembers(contract.paths).flatMap(([path, item]) =>
  listMembers(item)
    .filter(([, raw]) => isJsonObject(raw) && 'operationId' in raw)
    .map(([method, raw]) => readOperation(path, method, raw as JsonObject)),
)

function readOperation(path: string, method: string, raw: JsonObject): Operation {
  return {
    id: String(raw.operationId),
    path,
    method,
    pointer: `#/paths/${escapePointer(path)}/${method}`,
    raw,
    parameters: listItems(raw.parameters).map(followReference),
    responses: new Map(listMembers(raw.responses).map(([status, response]) => [status, followReference(response)])),
  }
}
