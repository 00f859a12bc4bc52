/** The request of each operation that the contract's examples make: what its documentation shows filled in. */

type Reference = { $ref?: string }
type Schema = Reference & { example?: unknown; examples?: unknown[]; default?: unknown }
type Parameter = Reference & { name: string; in: 'path' | 'query' | 'header'; example?: unknown; schema: Schema }
type RequestBody = Reference & {
  content: Record<string, { examples?: Record<string, Reference & { value: unknown }> }>
}
type Operation = {
  operationId?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: RequestBody
}
export type ContractDocument = { paths: Record<string, Record<string, Operation>> }

type Values = Record<string, unknown>
export type ExampleRequest = {
  operationId: string
  method: string
  /** The path with its parameters, and the query. */
  url: string
  /** What the samples of it send; the research key is for servers alone. */
  credential: 'accessToken' | 'schedulerSecret' | undefined
  path: Values
  query: Values
  headers: Values
  body: unknown
}

export const listExampleRequests = (document: ContractDocument): ExampleRequest[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [buildExampleRequest(document, { path, method, operation })],
    ),
  )

function buildExampleRequest(
  document: ContractDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): ExampleRequest {
  const { operationId = '', security = [], parameters = [], requestBody } = operation
  const listValues = (place: Parameter['in']): Values =>
    Object.fromEntries(
      parameters
        .map((parameter) => follow(document, parameter))
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [parameter.name, resolveExample(document, parameter)])
        .filter(([, value]) => value !== undefined),
    )
  const [inPath, query, headers] = [listValues('path'), listValues('query'), listValues('header')]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]))
  return {
    operationId,
    method: method.toUpperCase(),
    url: search.size === 0 ? filled : `${filled}?${search}`,
    credential: (['accessToken', 'schedulerSecret'] as const).find((scheme) => security.some((one) => scheme in one)),
    path: inPath,
    query,
    headers,
    body: requestBody && findExampleBody(document, requestBody),
  }
}

function resolveExample(document: ContractDocument, { example, schema }: Parameter): unknown {
  const { $ref: _ref, ...beside } = schema
  const resolved = { ...follow(document, schema), ...beside }
  return example ?? resolved.example ?? resolved.examples?.[0]
}

/** The first one: the examples stand in the order in which a reader of the contract tries them. */
function findExampleBody(document: ContractDocument, body: RequestBody): unknown {
  const { content } = follow(document, body)
  const [first] = Object.values(content['application/json']?.examples ?? {})
  return first && follow(document, first).value
}

function follow<T extends Reference>(document: ContractDocument, value: T): T {
  if (value.$ref === undefined) return value
  const steps = value.$ref.slice(2).split('/')
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return follow(document, names.reduce((node: unknown, name) => (node as Values)[name], document) as T)
}
