import { type Operation, type OperationId, operationContracts } from '#src/contract/document.ts'

/** @throws Error when the contract has no operation of this name */
export function getOperation(id: OperationId): Operation {
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}`)
  return operation
}

export const operations: readonly Operation[] = [...operationContracts.values()]

/** The scheduler's GET runs research, so it is a write. */
export const isRead = ({ method, id }: Operation): boolean => method === 'GET' && id !== 'runResearchScheduler'

export const isPublic = ({ security }: Operation): boolean =>
  security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)

export const takesKey = ({ security }: Operation): boolean => security.some((scheme) => 'researchKey' in scheme)

const artistParameters = ['id', 'artistId']

export const ofArtist = ({ parameters }: Operation): string | undefined =>
  parameters.find(({ name, in: place }) => place === 'path' && artistParameters.includes(name))?.name
