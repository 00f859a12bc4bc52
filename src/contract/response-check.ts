import { deprecationHeaders } from './deprecation.ts'
import type { Operation, ResponseContract } from './document.ts'
import { getValidator } from './validators.ts'

/** An answer that the contract does not describe: named in the log and counted; a success of the kind is never sent. */
export class ContractViolationError extends Error {
  readonly operationId: string
  readonly status: number

  constructor(operationId: string, status: number, field: string, reason: string) {
    super(`${operationId} would have answered ${status} with ${field || 'a body'}: ${reason}`)
    this.name = 'ContractViolationError'
    this.operationId = operationId
    this.status = status
  }
}

/** An answer on its way out. */
export type OutgoingResponse = {
  status: number
  header: (name: string) => unknown
  /** As it will be sent; anything but a string is a stream, which is judged event by event. */
  payload: unknown
}

const judgeFailure = getValidator({ $ref: '#/components/schemas/Failure' })

/**
 * What the contract says of a status. The `default` of an operation stands for the failures that nobody chooses: a
 * method that the path does not know, a fault of the service, load that is shed. A refusal that an operation can give
 * has to be listed by it.
 */
export function findResponseContract({ responses }: Operation, status: number): ResponseContract | undefined {
  return responses.get(String(status)) ?? (status === 405 || status >= 500 ? responses.get('default') : undefined)
}

/**
 * What an answer breaks of the contract, whoever gave it: a handler, a hook, the router or the framework. Bodies of
 * successes were judged before they were serialized and are not read again. Where no operation answers, every failure
 * still has the one body.
 */
export function findViolation(
  operation: Operation | undefined,
  leaving: OutgoingResponse,
): ContractViolationError | undefined {
  const { status, header } = leaving
  const violated = (field: string, reason: string) =>
    new ContractViolationError(operation?.id ?? 'none', status, field, reason)
  const untold = deprecationHeaders.find((name) => header(name) !== operation?.parting[name])
  if (untold !== undefined) return violated(`header ${untold}`, 'is not what the contract says of the end')
  if (operation !== undefined) {
    const contract = findResponseContract(operation, status)
    if (contract === undefined) return violated('status', 'is not declared')
    for (const name of contract.requiredHeaders) {
      if (header(name) === undefined) return violated(`header ${name}`, 'is missing')
    }
    const type = String(header('content-type')).split(';', 1)[0]
    if (contract.contentType !== undefined && type !== contract.contentType) {
      return violated('header content-type', `is ${type}`)
    }
  }
  if (status < 400) return undefined
  const broken = judgeFailure(parsed(leaving.payload))
  return broken && violated(broken.field, broken.reason)
}

/** The code of a failure's body, once it was judged. */
export const readProblemCode = (payload: unknown): string => (parsed(payload) as { code: string }).code

function parsed(payload: unknown): unknown {
  try {
    return JSON.parse(String(payload))
  } catch {
    return undefined
  }
}
