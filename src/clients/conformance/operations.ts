import { type Operation, type OperationId, operationContracts, type Parameter } from '#src/contract/document.ts'
import { listExampleBodies } from '#src/contract/examples.ts'

/** @throws Error when the contract has no operation of this name */
export function getOperation(id: OperationId): Operation {
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}`)
  return operation
}

export const operations: readonly Operation[] = [...operationContracts.values()]

/** The scheduler's GET runs research, so it is a write. */
export const isRead = ({ method, id }: Operation): boolean => method === 'GET' && id !== 'runResearchScheduler'

export const reads = operations.filter(isRead)
export const writes = operations.filter(({ method }) => method !== 'GET')

/** Open to everyone. */
export const isPublic = ({ security }: Operation): boolean =>
  security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)

export const takesKey = ({ security }: Operation): boolean => security.some((scheme) => 'researchKey' in scheme)

/** Whether a parameter names the artist. */
export const isArtist = (parameter: Parameter): boolean =>
  parameter.in === 'path' && ['id', 'artistId'].includes(parameter.name)

/** The first example of the body that is an object; undefined for an operation without a body. */
export const getExampleBody = ({ id }: Operation): unknown =>
  [...listExampleBodies(id).values()].find((body) => typeof body === 'object' && body !== null)
