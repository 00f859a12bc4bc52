import { type Operation, operationContracts } from '#src/contract/document.ts'

export const operations: readonly Operation[] = [...operationContracts.values()]

/** The scheduler's GET runs research, so it is a write. */
export const isRead = ({ method, id }: Operation): boolean => method === 'GET' && id !== 'runResearchScheduler'

export const reads = operations.filter(isRead)
export const writes = operations.filter(({ method }) => method !== 'GET')

export const takesKey = ({ security }: Operation): boolean => security.some((scheme) => 'researchKey' in scheme)

/** The first example of the body; undefined for an operation without a body. */
export const getExampleBody = ({ body }: Operation): unknown => body?.examples.values().next().value
