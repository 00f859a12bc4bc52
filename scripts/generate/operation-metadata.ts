/**
 * Renders src/contract/operation-metadata.gen.ts: what the contract says of each operation that openapi-typescript
 * leaves out of its types.
 */

type Parameter = { name: string; in: string; schema?: { default?: unknown }; $ref?: string }
type Operation = { operationId: string; tags: string[]; security?: Record<string, unknown>[]; parameters?: Parameter[] }
export type MetadataDocument = {
  paths: Record<string, Record<string, Operation | Parameter[]>>
  components: Record<string, Record<string, unknown>>
}

const callerOfScheme: Record<string, string> = {
  accessToken: 'user',
  researchKey: 'research_key',
  schedulerSecret: 'scheduler',
}

export function renderOperationMetadata(document: MetadataDocument): string {
  const operations = listOperations(document)
  const areas = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  return [
    '// Made by `npm run generate` from the contract. Do not edit.',
    '',
    '/** The operations of each area: an area mounts exactly these. */',
    'export type Areas = {',
    ...[...areas].map(
      ([tag, members]) => `  ${tag}: ${renderUnion(members.map(({ operation }) => operation.operationId))}`,
    ),
    '}',
    '',
    '/** Query parameters that are always there once read, because the contract gives them a default. */',
    'export type Defaulted = {',
    ...operations.map(
      ({ operation, parameters }) => `  ${operation.operationId}: ${renderUnion(listDefaulted(parameters))}`,
    ),
    '}',
    '',
    '/** The kinds of caller that each operation admits. */',
    'export type CallerKinds = {',
    ...operations.map(({ operation }) => `  ${operation.operationId}: ${renderUnion(listCallers(operation))}`),
    '}',
    '',
  ].join('\n')
}

function listOperations(document: MetadataDocument) {
  return Object.values(document.paths).flatMap((item) => {
    const shared = Array.isArray(item.parameters) ? item.parameters : []
    return Object.values(item)
      .filter((member): member is Operation => 'operationId' in member)
      .map((operation) => ({
        operation,
        parameters: [...shared, ...(operation.parameters ?? [])].map((p) => resolve(document, p)),
      }))
  })
}

function resolve(document: MetadataDocument, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter
  const name = parameter.$ref.split('/').at(-1) ?? ''
  return document.components.parameters?.[name] as Parameter
}

const listDefaulted = (parameters: Parameter[]) =>
  parameters.filter((p) => p.in === 'query' && p.schema?.default !== undefined).map((p) => p.name)

const listCallers = (operation: Operation) =>
  operation.security === undefined || operation.security.length === 0
    ? ['anonymous']
    : operation.security.flatMap((requirement) =>
        Object.keys(requirement).length === 0
          ? ['anonymous']
          : Object.keys(requirement).map((s) => callerOfScheme[s] ?? s),
      )

const renderUnion = (names: string[]) => (names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | '))
