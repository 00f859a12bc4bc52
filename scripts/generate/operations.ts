/**
 * Renders what the contract says of each operation and openapi-typescript leaves out of its types: for the service
 * (src/contract/operation-metadata.gen.ts), and for the client, which imports nothing of the service.
 */
import type { GeneratedFile } from './files.ts'

type Schema = { $ref?: string; type?: unknown; default?: unknown; properties?: Record<string, Schema> }
type Parameter = { name: string; in: string; schema?: Schema; $ref?: string }
type Operation = {
  operationId: string
  tags: string[]
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type OperationsDocument = {
  paths: Record<string, Record<string, Operation | Parameter[]>>
  components: Record<string, Record<string, unknown>>
}

type FoundOperation = Operation & { method: string; path: string; parameters: Parameter[] }

const header = '// Made by `npm run generate` from the contract. Do not edit.'

export function renderOperationFiles(document: OperationsDocument): GeneratedFile[] {
  const operations = listOperations(document)
  return [
    { path: 'src/contract/operation-metadata.gen.ts', content: renderMetadata(operations) },
    { path: 'src/clients/typescript/operations.gen.ts', content: renderShapes(document, operations) },
  ]
}

function renderMetadata(operations: readonly FoundOperation[]): string {
  const areas = Map.groupBy(operations, ({ tags: [area = ''] }) => area)
  const renderMembers = (members: Iterable<[string, string[]]>) =>
    Array.from(members, ([name, values]) => `  ${name}: ${renderUnion(values)}`)
  return [
    header,
    '',
    '/** The operations of each area: an area mounts exactly these. */',
    'export type Areas = {',
    ...renderMembers(Array.from(areas, ([tag, members]) => [tag, members.map(({ operationId }) => operationId)])),
    '}',
    '',
    '/** Query parameters that are always there once read, because the contract gives them a default. */',
    'export type Defaulted = {',
    ...renderMembers(operations.map(({ operationId, parameters }) => [operationId, listDefaulted(parameters)])),
    '}',
    '',
    '/** The kinds of caller that each operation admits. */',
    'export type CallerKinds = {',
    ...renderMembers(operations.map((operation) => [operation.operationId, listCallers(operation)])),
    '}',
    '',
  ].join('\n')
}

function renderShapes(document: OperationsDocument, operations: readonly FoundOperation[]): string {
  return [
    header,
    "import type { OperationId, OperationShape } from './operation-types.ts'",
    '',
    'export const shapes = {',
    ...operations.map((operation) => `  ${operation.operationId}: ${renderShape(document, operation)},`),
    '} as const satisfies { [Id in OperationId]: OperationShape }',
    '',
  ].join('\n')
}

function renderShape(document: OperationsDocument, operation: FoundOperation): string {
  const { method, path, security = [] } = operation
  const credentials = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))]
  const listed = findListed(document, operation)
  const lists = listed === undefined ? '' : `, lists: '${listed}'`
  const names = credentials.map((name) => `'${name}'`).join(', ')
  return `{ method: '${method}', path: '${path}', credentials: [${names}]${lists} }`
}

/** What the pages of an operation list: the one array of its success. Undefined where it has no pages. */
function findListed(document: OperationsDocument, { operationId, parameters, responses }: FoundOperation) {
  if (!parameters.some((one) => one.in === 'query' && one.name === 'cursor')) return undefined
  const schema = responses['200']?.content?.['application/json']?.schema
  const properties = Object.entries(resolve(document, schema ?? {}).properties ?? {})
  const arrays = properties.filter(([, property]) => resolve(document, property).type === 'array')
  if (arrays.length !== 1) throw new Error(`A page of ${operationId} lists ${arrays.length} things instead of one`)
  return arrays[0]?.[0]
}

function listOperations(document: OperationsDocument): FoundOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const shared = Array.isArray(item.parameters) ? item.parameters : []
    return Object.entries(item)
      .filter((entry): entry is [string, Operation] => 'operationId' in entry[1])
      .map(([method, operation]) => {
        const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolve(document, one))
        return { ...operation, method: method.toUpperCase(), path, parameters }
      })
  })
}

/** The value itself, or the component that its `$ref` names. */
function resolve<T extends { $ref?: string }>(document: OperationsDocument, value: T): T {
  if (value.$ref === undefined) return value
  const [kind = '', name = ''] = value.$ref.split('/').slice(-2)
  return document.components[kind]?.[name] as T
}

const listDefaulted = (parameters: readonly Parameter[]) =>
  parameters.filter((one) => one.in === 'query' && one.schema?.default !== undefined).map(({ name }) => name)

const callerOfScheme: Record<string, string> = {
  accessToken: 'user',
  researchKey: 'research_key',
  schedulerSecret: 'scheduler',
}

const listCallers = ({ security = [] }: Operation): string[] =>
  (security.length === 0 ? [{}] : security).flatMap((requirement) => {
    const schemes = Object.keys(requirement)
    return schemes.length === 0 ? ['anonymous'] : schemes.map((scheme) => callerOfScheme[scheme] ?? scheme)
  })

const renderUnion = (names: readonly string[]) =>
  names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')
