import { document, type Operation, type OperationId, operationContracts, resolve, type Schema } from './document.ts'

type Examples = Record<string, Schema>

/** The request's named examples in the contract's order; empty for an operation without a body. */
export function listExampleBodies(id: OperationId): Map<string, unknown> {
  const { method, path, body } = getOperation(id)
  if (body === undefined) return new Map()
  const raw = (document.paths[path] as Record<string, { requestBody: Schema }>)[method.toLowerCase()]?.requestBody
  const { content } = resolve<{ content: Record<string, { examples?: Examples }> }>(raw as Schema)
  const examples = Object.entries(content['application/json']?.examples ?? {})
  return new Map(examples.map(([name, example]) => [name, resolve<{ value: unknown }>(example).value]))
}

/** The values that the contract's documentation shows filled in: examples, else defaults. */
export function listExampleParameters(id: OperationId): { name: string; in: string; value: unknown }[] {
  return getOperation(id).parameters.flatMap(({ name, in: location, example, schema }) => {
    const [listed] = (schema.examples as unknown[] | undefined) ?? []
    const value = example ?? schema.example ?? listed ?? schema.default
    return value === undefined ? [] : [{ name, in: location, value }]
  })
}

function getOperation(id: OperationId): Operation {
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}`)
  return operation
}
