import type { Operation, Parameter } from '#src/contract/document.ts'
import { listExampleBodies } from '#src/contract/examples.ts'
import type { CheckContext } from './check.ts'
import { ofArtist } from './operations.ts'
import type { TestRequest } from './session.ts'

/** The contract's example of a parameter, or the value that the deployment has for it. */
export function findParameterValue(parameter: Parameter, { artist, known }: Pick<CheckContext, 'artist' | 'known'>) {
  const { name, example, schema } = parameter
  if (parameter.in === 'path' && (name === 'id' || name === 'artistId')) return artist
  const known_ = (known as Record<string, unknown>)[name]
  const [listed] = (schema.examples as unknown[] | undefined) ?? []
  return typeof known_ === 'object' ? undefined : (known_ ?? example ?? schema.example ?? listed)
}

export type Parts = Pick<TestRequest, 'operation'> & { path: Record<string, string>; query: Record<string, unknown> }

/** The path and the required query of a request, from the contract's examples and what the deployment has. */
export function buildParts(operation: Operation, context: CheckContext, artist = context.artist): Parts {
  const values = { artist, known: context.known }
  const path: Record<string, string> = {}
  const query: Record<string, unknown> = {}
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') path[parameter.name] = String(findParameterValue(parameter, values))
    else if (parameter.in === 'query' && parameter.required)
      query[parameter.name] = findParameterValue(parameter, values)
  }
  if (operation.id === 'relocateReference' && context.known.cited !== undefined) {
    const { sourceId, revision, start, end } = context.known.cited
    Object.assign(query, { cited: sourceId, revision, start, end })
  }
  return { operation, path, query }
}

/** The first example of the body that is an object; undefined for an operation without a body. */
export function getExampleBody(operation: Operation): Record<string, unknown> | undefined {
  for (const body of listExampleBodies(operation.id).values()) {
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  }
  return undefined
}

export const nameArtist = (operation: Operation, parts: Parts, artist: string): Parts => {
  const name = ofArtist(operation)
  return name === undefined ? parts : { ...parts, path: { ...parts.path, [name]: artist } }
}
