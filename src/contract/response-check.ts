import type { Operation, ResponseContract } from './document.ts'
import { getValidator } from './validators.ts'

/** A response that the contract does not describe: logged and counted. A success that violates it is never sent. */
export class ContractViolationError extends Error {
  readonly operationId: string
  readonly status: number

  constructor(operationId: string, status: number, field: string, reason: string) {
    super(`${operationId} would have responded ${status} with ${field || 'a body'}: ${reason}`)
    this.name = 'ContractViolationError'
    this.operationId = operationId
    this.status = status
  }
}

/** A response on its way out. */
export type OutgoingResponse = {
  status: number
  header: (name: string) => unknown
  /** The serialized body; anything but a string is a stream, whose events are validated one by one. */
  payload: unknown
}

const validateFailure = getValidator({ $ref: '#/components/schemas/Failure' })

/**
 * The contract's entry for a status. `default` covers only what every operation may respond: 405, a fault of the
 * service, shed load. A client error has to be listed by the operation.
 */
export function findResponseContract({ responses }: Operation, status: number): ResponseContract | undefined {
  return responses.get(String(status)) ?? (status === 405 || status >= 500 ? responses.get('default') : undefined)
}

/**
 * Checks an outgoing response, whether it came from a handler, a hook, the router or Fastify. Bodies of successes were
 * validated before serialization and are not parsed again. Where no operation matched, a failure still has the common
 * body.
 */
export function findViolation(
  operation: Operation | undefined,
  response: OutgoingResponse,
): ContractViolationError | undefined {
  const { status, header } = response
  const buildViolation = (field: string, reason: string) =>
    new ContractViolationError(operation?.id ?? 'none', status, field, reason)
  if (operation !== undefined) {
    const contract = findResponseContract(operation, status)
    if (contract === undefined) return buildViolation('status', 'is not declared')
    for (const name of contract.requiredHeaders) {
      if (header(name) === undefined) return buildViolation(`header ${name}`, 'is missing')
    }
    const type = String(header('content-type')).split(';', 1)[0]
    if (contract.contentType !== undefined && type !== contract.contentType) {
      return buildViolation('header content-type', `is ${type}`)
    }
  }
  if (status < 400) return undefined
  const broken = validateFailure(parseJson(response.payload))
  return broken && buildViolation(broken.field, broken.reason)
}

/** The code of a failure's body that was validated. */
export const readProblemCode = (payload: unknown): string => (parseJson(payload) as { code: string }).code

function parseJson(payload: unknown): unknown {
  try {
    return JSON.parse(String(payload))
  } catch {
    return undefined
  }
}
