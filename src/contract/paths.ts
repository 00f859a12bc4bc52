import { operationContracts } from './document.ts'

export type KnownPath = {
  /** In the router's syntax, `/api/artist/:id/…`. */
  url: string
  methods: string[]
  pattern: RegExp
  /** Whether an operation of the path is private: then a 405 must not be cached either. */
  isPrivate: boolean
}

/**
 * The contract's paths, a literal one before a template that matches it too (OpenAPI, Paths Object): two that match one
 * request have as many segments, and the one with fewer parameters is more literal.
 */
export const knownPaths: KnownPath[] = [...Map.groupBy(operationContracts.values(), ({ path }) => path)]
  .toSorted(([one], [other]) => countParameters(one) - countParameters(other))
  .map(([path, operations]) => ({
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    methods: operations.map(({ method }) => method),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    isPrivate: operations.some(({ cacheControl }) => cacheControl !== undefined),
  }))

/**
 * Methods that the router would match to a template although the path is literal, because it routes each method by
 * itself. The literal path answers them with 405.
 */
export function listShadowedMethods(path: KnownPath): string[] {
  const templates = knownPaths.filter((other) => other !== path && other.pattern.test(path.url))
  return [...new Set(templates.flatMap(({ methods }) => methods))].filter((method) => !path.methods.includes(method))
}

function countParameters(path: string): number {
  return path.split('{').length - 1
}
