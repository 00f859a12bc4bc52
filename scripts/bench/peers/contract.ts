import { readFileSync } from 'node:fs'
import { routes } from './interview.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of OpenAPI
export type Loose = any

const source = new URL('../../../openapi/bundle/openapi.json', import.meta.url)

/** The contract without the operations that a peer has not, and without `discriminator`, which Ajv asks more of. */
export function readContract(): Loose {
  const document: Loose = JSON.parse(readFileSync(source, 'utf8'))
  for (const [path, item] of Object.entries<Loose>(document.paths)) {
    for (const [method, operation] of Object.entries<Loose>(item))
      if (operation.operationId !== undefined && !(operation.operationId in routes)) delete item[method]
    if (!Object.values<Loose>(item).some(({ operationId }) => operationId)) delete document.paths[path]
  }
  return document
}
