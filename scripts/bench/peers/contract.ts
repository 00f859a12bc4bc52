import { readFileSync } from 'node:fs'
import { type Operation, routes } from './interview.ts'

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

/** The schema of one operation in Fastify's form, with every reference resolved. */
export function buildSchema(document: Loose, name: Operation): Loose {
  const [method, path] = routes[name]
  const item = document.paths[path.replace(/:(\w+)/g, '{$1}')]
  const resolve = (node: Loose): Loose => {
    if (Array.isArray(node)) return node.map(resolve)
    if (node === null || typeof node !== 'object') return node
    if (typeof node.$ref === 'string')
      return resolve(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Loose, key: string) => at[key], document),
      )
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, value]) => (key === 'discriminator' ? [] : [[key, resolve(value)]])),
    )
  }
  const { parameters = [], requestBody, responses } = resolve({ ...item[method] })
  const all = [...resolve(item.parameters ?? []), ...parameters]
  const buildParameterSchema = (location: string) => {
    const named = all.filter((parameter: Loose) => parameter.in === location)
    return {
      type: 'object',
      required: named.filter((parameter: Loose) => parameter.required).map((parameter: Loose) => parameter.name),
      properties: Object.fromEntries(named.map((parameter: Loose) => [parameter.name, parameter.schema])),
    }
  }
  const getBodySchema = (content: Loose) => content?.['application/json']?.schema
  return {
    params: buildParameterSchema('path'),
    querystring: buildParameterSchema('query'),
    ...(requestBody && { body: getBodySchema(requestBody.content) }),
    response: { 200: getBodySchema(responses['200'].content) },
  }
}
