import { readFileSync } from 'node:fs'
import {
  type Operation,
  type OperationId,
  type RawDocument,
  type ReferenceObject,
  readOperations,
  resolveIn,
  type Schema,
} from './operations.ts'

export type { Operation, OperationId, Parameter, ResponseContract, Schema } from './operations.ts'

const folder = new URL('../../openapi/', import.meta.url)

/** The bundled contract. */
export const sourceJson = readFileSync(new URL('bundle/openapi.json', folder))

/** Workflows of several operations, as an Arazzo document that refers to the contract. */
export const workflowsYaml = readFileSync(new URL('workflows.arazzo.yaml', folder))

export const document = JSON.parse(sourceJson.toString('utf8')) as RawDocument

export const operationContracts = readOperations(document)

/** @throws Error when the contract has no operation of this name */
export function getOperation(id: OperationId): Operation {
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}`)
  return operation
}

/** The value itself, or the target of its `$ref` within the contract. */
export const resolve = <T>(value: ReferenceObject | T | Schema): T => resolveIn(document, value)
