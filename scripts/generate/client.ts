/**
 * Renders src/clients/typescript/operations.gen.ts: how a request of each operation is made, for the client that
 * imports nothing of the service.
 */

type Requirement = Record<string, unknown>
type Operation = { operationId?: string; security?: Requirement[] }
export type ClientDocument = { paths: Record<string, Record<string, Operation>> }

export function renderShapes({ paths }: ClientDocument): string {
  const shapes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, security = [] }]) => {
      if (operationId === undefined) return []
      const credentials = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))]
      return [`  ${operationId}: ${renderShape({ method: method.toUpperCase(), path, credentials })},`]
    }),
  )
  return [
    '// Made by `npm run generate` from the contract. Do not edit.',
    "import type { OperationId, OperationShape } from './operation-types.ts'",
    '',
    'export const shapes = {',
    ...shapes,
    '} as const satisfies { [Id in OperationId]: OperationShape }',
    '',
  ].join('\n')
}

const renderShape = ({ method, path, credentials }: { method: string; path: string; credentials: string[] }) =>
  `{ method: '${method}', path: '${path}', credentials: [${credentials.map((name) => `'${name}'`).join(', ')}] }`
