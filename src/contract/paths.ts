import { getCacheControl } from './cache-control.ts'
import { operationContracts } from './document.ts'

export type KnownPath = {
  /** As a router writes it, `/api/artist/:id/…`. */
  url: string
  methods: string[]
  pattern: RegExp
  /** Whether one of its operations is private: then a refused method says nothing that may be kept either. */
  isPrivate: boolean
}

/**
 * The contract's paths, the literal before a template that would match it too (OpenAPI, Paths Object): where two match
 * one request they have as many segments, and the one with fewer parameters is the more literal.
 */
export const knownPaths: KnownPath[] = [...Map.groupBy(operationContracts.values(), ({ path }) => path)]
  .toSorted(([one], [other]) => parametersIn(one) - parametersIn(other))
  .map(([path, operations]) => ({
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    methods: operations.map(({ method }) => method),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    isPrivate: operations.some((operation) => getCacheControl(operation) !== undefined),
  }))

/**
 * The methods that a router would lead from a literal path to a template behind it, because it looks at one method at a
 * time. They are no methods of that path, and the template's parameter was never meant to hold its last word.
 */
export function listShadowedMethods(path: KnownPath): string[] {
  const behind = knownPaths.filter((other) => other !== path && other.pattern.test(path.url))
  return [...new Set(behind.flatMap(({ methods }) => methods))].filter((method) => !path.methods.includes(method))
}

function parametersIn(path: string): number {
  return path.split('{').length - 1
}
