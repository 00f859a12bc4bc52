/**
 * Renders what the contract says of each operation and openapi-typescript leaves out of its types: for the service
 * (src/contract/operation-metadata.gen.ts), and for the client, which imports nothing of the service.
 */
import { type Operation, type RawDocument, resolveIn, type Schema } from '#src/contract/operations.ts'
import type { GeneratedFile } from './files.ts'

const header = '// Made by `npm run generate` from the contract. Do not edit.'

export function renderOperationFiles(document: RawDocument, operations: readonly Operation[]): GeneratedFile[] {
  return [
    { path: 'src/contract/operation-metadata.gen.ts', content: renderMetadata(operations) },
    { path: 'src/clients/typescript/operations.gen.ts', content: renderShapes(document, operations) },
  ]
}

function renderMetadata(operations: readonly Operation[]): string {
  const areas = Map.groupBy(operations, ({ tag }) => tag)
  const renderMembers = (members: Iterable<[string, string[]]>) =>
    Array.from(members, ([name, values]) => `  ${name}: ${renderUnion(values)}`)
  return [
    header,
    '',
    '/** The operations of each area: an area mounts exactly these. */',
    'export type Areas = {',
    ...renderMembers(Array.from(areas, ([tag, members]) => [tag, members.map(({ id }) => id)])),
    '}',
    '',
    '/** Query parameters that are always there once read, because the contract gives them a default. */',
    'export type Defaulted = {',
    ...renderMembers(operations.map(({ id, parameters }) => [id, listDefaulted(parameters)])),
    '}',
    '',
    '/** The kinds of caller that each operation admits. */',
    'export type CallerKinds = {',
    ...renderMembers(operations.map((operation) => [operation.id, listCallers(operation)])),
    '}',
    '',
  ].join('\n')
}

function renderShapes(document: RawDocument, operations: readonly Operation[]): string {
  return [
    header,
    "import type { OperationId, OperationShape } from './operation-types.ts'",
    '',
    'export const shapes = {',
    ...operations.map((operation) => `  ${operation.id}: ${renderShape(document, operation)},`),
    '} as const satisfies { [Id in OperationId]: OperationShape }',
    '',
  ].join('\n')
}

function renderShape(document: RawDocument, operation: Operation): string {
  const { method, path, security } = operation
  const credentials = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))]
  const listed = findListed(document, operation)
  const lists = listed === undefined ? '' : `, lists: '${listed}'`
  const names = credentials.map((name) => `'${name}'`).join(', ')
  return `{ method: '${method}', path: '${path}', credentials: [${names}]${lists} }`
}

/** What the pages of an operation list: the one array of its success. Undefined where it has no pages. */
function findListed(document: RawDocument, { id, parameters, responses }: Operation): string | undefined {
  if (!parameters.some((one) => one.in === 'query' && one.name === 'cursor')) return undefined
  const { properties = {} } = resolveIn<{ properties?: Record<string, Schema> }>(
    document,
    responses.get('200')?.schema ?? {},
  )
  const arrays = Object.entries(properties).filter(
    ([, property]) => resolveIn<Schema>(document, property).type === 'array',
  )
  if (arrays.length !== 1) throw new Error(`A page of ${id} lists ${arrays.length} things instead of one`)
  return arrays[0]?.[0]
}

const listDefaulted = (parameters: Operation['parameters']) =>
  parameters.filter((one) => one.in === 'query' && one.schema.default !== undefined).map(({ name }) => name)

const callerOfScheme: Record<string, string> = {
  accessToken: 'user',
  researchKey: 'research_key',
  schedulerSecret: 'scheduler',
}

const listCallers = ({ security }: Operation): string[] =>
  (security.length === 0 ? [{}] : security).flatMap((requirement) => {
    const schemes = Object.keys(requirement)
    return schemes.length === 0 ? ['anonymous'] : schemes.map((scheme) => callerOfScheme[scheme] ?? scheme)
  })

const renderUnion = (names: readonly string[]) =>
  names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')
