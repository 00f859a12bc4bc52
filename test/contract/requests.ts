import { document, type Operation, operationContracts, resolve, type Schema } from '#src/contract/document.ts'
import type { Method } from '../support/test-context.ts'

/** Requests made from the contract's own examples, so that a loop over all operations needs no list of its own. */
export type ExampleRequest = {
  operation: Operation
  method: Method
  url: (artistId: string) => string
  body: unknown
}

export const operations = [...operationContracts.values()]
export const exampleRequests: ExampleRequest[] = operations.map(buildExample)

/** The parameter that names the artist, in the path of every operation of an artist. */
export function findArtistParameter({ parameters }: Operation): string | undefined {
  return parameters.find((p) => p.in === 'path' && (p.name === 'id' || p.name === 'artistId'))?.name
}

export const admits = (operation: Operation, scheme: string) => operation.security.some((one) => scheme in one)
export const isPublic = ({ security }: Operation) =>
  security.length === 0 || security.some((one) => Object.keys(one).length === 0)

function buildExample(operation: Operation): ExampleRequest {
  const required = operation.parameters.filter((p) => p.in === 'query' && p.required)
  const query = required.map((p) => `${p.name}=${encodeURIComponent(String(exampleValue(p)))}`).join('&')
  const artist = findArtistParameter(operation)
  return {
    operation,
    method: operation.method as ExampleRequest['method'],
    url: (artistId) =>
      operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        name === artist ? artistId : encodeURIComponent(String(exampleValue(parameterNamed(operation, name)))),
      ) + (query === '' ? '' : `?${query}`),
    body: exampleBody(operation),
  }
}

function parameterNamed(operation: Operation, name: string) {
  const found = operation.parameters.find((p) => p.name === name)
  if (found === undefined) throw new Error(`${operation.id} has no parameter ${name}`)
  return found
}

function exampleValue(parameter: { name: string; example?: unknown; schema: Schema }): unknown {
  const value =
    parameter.example ?? parameter.schema.example ?? (parameter.schema.examples as unknown[] | undefined)?.[0]
  if (value === undefined) throw new Error(`The contract gives no example for the parameter ${parameter.name}`)
  return value
}

function exampleBody({ body, path, method }: Operation): unknown {
  if (body === undefined) return undefined
  const raw = (document.paths[path] as Record<string, { requestBody: Schema }>)[method.toLowerCase()]?.requestBody
  const media = resolve<{ content: Record<string, { examples: Record<string, { value: unknown }> }> }>(raw as Schema)
    .content['application/json']
  const [first] = Object.values(media?.examples ?? {})
  return resolve<{ value: unknown }>(first as Schema).value
}
