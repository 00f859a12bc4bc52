import { type Operation, operationContracts, type Parameter } from '#src/contract/document.ts'
import { isArtistId } from '#src/contract/operations.ts'
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
  return parameters.find(isArtistId)?.name
}

export const admits = (operation: Operation, scheme: string) => operation.security.some((one) => scheme in one)

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
    body: [...(operation.body?.examples.values() ?? [])][0],
  }
}

function parameterNamed(operation: Operation, name: string) {
  const found = operation.parameters.find((p) => p.name === name)
  if (found === undefined) throw new Error(`${operation.id} has no parameter ${name}`)
  return found
}

function exampleValue({ name, example }: Parameter): unknown {
  if (example === undefined) throw new Error(`The contract gives no example for the parameter ${name}`)
  return example
}
