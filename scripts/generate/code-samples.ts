/**
 * `x-codeSamples` of each operation: its call with the contract's example, by the TypeScript client and by curl.
 */
import type { Operation, Parameter } from '#src/contract/operations.ts'

type CodeSample = { lang: string; label: string; source: string }

/** The client's option for a credential, and the variable of the environment that holds it. */
const credentials = {
  accessToken: ['token', 'SITTINGS_TOKEN'],
  schedulerSecret: ['schedulerSecret', 'CRON_SECRET'],
} as const

/** The samples of each operation, by its id. */
export const renderCodeSamples = (operations: Iterable<Operation>): Map<string, CodeSample[]> =>
  new Map(Array.from(operations, (operation) => [operation.id, buildSamples(buildExampleRequest(operation))]))

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

/** The request that the contract's examples make: what its documentation shows filled in. */
function buildExampleRequest({ id, method, path, security, parameters, body, responses }: Operation): ExampleRequest {
  const listValues = (location: Parameter['in']): Values =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location && parameter.example !== undefined)
        .map(({ name, example }) => [name, example]),
    )
  const [inPath, query, headers] = [listValues('path'), listValues('query'), listValues('header')]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]))
  // The examples stand in the order in which a reader of the contract tries them.
  const [firstBody] = body?.examples.values() ?? []
  return {
    operationId: id,
    isStream: responses.get('200')?.contentType === 'text/event-stream',
    method,
    url: search.size === 0 ? filled : `${filled}?${search}`,
    credential: (['accessToken', 'schedulerSecret'] as const).find((scheme) => security.some((one) => scheme in one)),
    path: inPath,
    query,
    headers,
    body: firstBody,
  }
}
