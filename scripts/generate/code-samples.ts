/**
 * `x-codeSamples` of each operation: its call with the contract's example, by the TypeScript client and by curl.
 */

type CodeSample = { lang: string; label: string; source: string }

/** The client's option for a credential, and the variable of the environment that holds it. */
const credentials = {
  accessToken: ['token', 'SITTINGS_TOKEN'],
  schedulerSecret: ['schedulerSecret', 'CRON_SECRET'],
} as const

/** The samples by operation. */
export const renderCodeSamples = (document: ContractDocument): Map<string, CodeSample[]> =>
  new Map(listExampleRequests(document).map((request) => [request.operationId, buildSamples(request)]))

const buildSamples = (request: ExampleRequest): CodeSample[] => [
  { lang: 'TypeScript', label: '@sittings/client', source: renderCall(request) },
  { lang: 'Shell', label: 'curl', source: renderCurl(request) },
]

function renderCall({ operationId, isStream, credential, path, query, headers, body }: ExampleRequest): string {
  const parts = Object.entries({ path, query, headers, body }).filter(
    ([, value]) => value !== undefined && Object.keys(value as object).length + Number(value === body) > 0,
  )
  const literal = JSON.stringify(Object.fromEntries(parts), null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
  const calling = `const answer = await client.call('${operationId}', ${literal})`
  const opening = `const { body } = await client.open('${operationId}', ${literal})
for await (const bytes of body ?? []) process.stdout.write(bytes)`
  const [option, variable] = credential === undefined ? [] : credentials[credential]
  return `import { createClient } from '@sittings/client'

const { SITTINGS_URL = 'http://127.0.0.1:3000'${variable ? `, ${variable} = ''` : ''} } = process.env
const client = createClient({ baseUrl: SITTINGS_URL${option ? `, ${option}: ${variable}` : ''} })

${isStream ? opening : calling}
`
}

function renderCurl({ method, url, credential, headers, body }: ExampleRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`)
  const lines = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} "$SITTINGS_URL${url}"`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credentials[credential][1]}"`]),
    ...fields,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoteForShell(JSON.stringify(body))}`]),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

/** One word of a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

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
  responses: Record<string, Reference & { content?: Record<string, unknown> }>
}
export type ContractDocument = { paths: Record<string, Record<string, Operation>> }

type Values = Record<string, unknown>
type ExampleRequest = {
  operationId: string
  /** Whether it answers a stream of events, which `call` cannot read as JSON. */
  isStream: boolean
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

const listExampleRequests = (document: ContractDocument): ExampleRequest[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [buildExampleRequest(document, { path, method, operation })],
    ),
  )

function buildExampleRequest(
  document: ContractDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): ExampleRequest {
  const { operationId = '', security = [], parameters = [], requestBody, responses } = operation
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
    isStream: 'text/event-stream' in (responses['200']?.content ?? {}),
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
