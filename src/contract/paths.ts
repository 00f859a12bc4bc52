import { operationContracts } from './document.ts'

type KnownPath = {
  /** As the contract writes it. */
  path: string
  methods: string[]
  pattern: RegExp
  /** Whether an operation of the path is private: then a 405 must not be cached either. */
  isPrivate: boolean
}

/** Two that match one request have as many segments, and the one with fewer parameters is more literal. */
const knownPaths: KnownPath[] = [...Map.groupBy(operationContracts.values(), ({ path }) => path)]
  .toSorted(([one], [other]) => countParameters(one) - countParameters(other))
  .map(([path, operations]) => ({
    path,
    methods: operations.map(({ method }) => method),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    isPrivate: operations.some(({ cacheControl }) => cacheControl !== undefined),
  }))

/** The contract's path of a request: a literal one before a template that matches it too (OpenAPI, Paths Object). */
export const findKnownPath = (requested: string): KnownPath | undefined =>
  knownPaths.find(({ pattern }) => pattern.test(requested))

/** Templates that a more literal path fits too: the router, which takes each method by itself, may take one for it. */
export const ambiguousPaths: ReadonlySet<string> = new Set(
  knownPaths
    .filter(({ path, pattern }) => knownPaths.some((other) => other.path !== path && pattern.test(other.path)))
    .map(({ path }) => path),
)

function countParameters(path: string): number {
  return path.split('{').length - 1
}
