import { type Operation, type OperationId, operationContracts } from './document.ts'
import { findExample } from './operations.ts'

/** The request's named examples in the contract's order; empty for an operation without a body. */
export const listExampleBodies = (id: OperationId): ReadonlyMap<string, unknown> =>
  getOperation(id).body?.examples ?? new Map()

/** The values that the contract's documentation shows filled in: examples, else defaults. */
export function listExampleParameters(id: OperationId): { name: string; in: string; value: unknown }[] {
  return getOperation(id).parameters.flatMap((parameter) => {
    const value = findExample(parameter) ?? parameter.schema.default
    return value === undefined ? [] : [{ name: parameter.name, in: parameter.in, value }]
  })
}

function getOperation(id: OperationId): Operation {
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}`)
  return operation
}
