/** The bundled contract as plain data, and ways to walk it. */
import { document, resolve } from '#src/contract/document.ts'

export type JsonObject = { readonly [key: string]: unknown }
export type Operation = {
  id: string
  raw: JsonObject
  parameters: JsonObject[]
  /** By status, `default` included; references are followed. */
  responses: Map<string, JsonObject>
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object, and none of anything else: the contract omits empty ones. */
export const listMembers = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : [])
export const listItems = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The value itself, or what its `$ref` resolves to. Keywords beside the `$ref` are dropped. */
export const followReference = (value: unknown): JsonObject => resolve<JsonObject>(value as JsonObject)

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
    yield* walk(inner, `${pointer}/${key}`)
  }
}

export const operations: Operation[] = listMembers(document.paths).flatMap(([, item]) =>
  listMembers(item).flatMap(([, raw]) =>
    isJsonObject(raw) && 'operationId' in raw
      ? {
          id: String(raw.operationId),
          raw,
          parameters: listItems(raw.parameters).map(followReference),
          responses: new Map(listMembers(raw.responses).map(([status, one]) => [status, followReference(one)])),
        }
      : [],
  ),
)
