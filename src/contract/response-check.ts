import type { Operation, ResponseContract } from './document.ts'
import { Problem } from './problems/problem.ts'
import { eventStreamType } from './sse.ts'
import { getValidator, type Validator } from './validators.ts'

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

/** A response on its way out, before its body is serialized. */
type OutgoingResponse = { status: number; header: (name: string) => unknown; body: unknown }

export type ResponseCheck = (response: OutgoingResponse) => ContractViolationError | undefined

const validateFailure = getValidator({ $ref: '#/components/schemas/Failure' })

/**
 * The contract's entry for a status. `default` covers only what every operation may respond: 405, a fault of the
 * service, shed load. A client error has to be listed by the operation.
 */
export function findResponseContract({ responses }: Operation, status: number): ResponseContract | undefined {
  return responses.get(String(status)) ?? (status === 405 || status >= 500 ? responses.get('default') : undefined)
}

/**
 * Builds the check of an operation's responses, whether they come from a handler, a hook or Fastify: status, required
 * headers and body. Where no operation matched, a failure still has the common body.
 */
export function createResponseCheck(operation: Operation | undefined): ResponseCheck {
  const validators = new Map<ResponseContract, Validator>()
  for (const contract of operation?.responses.values() ?? []) {
    // The schema of a stream is that of each event.
    if (contract.schema !== undefined && contract.contentType !== eventStreamType)
      validators.set(contract, getValidator(contract.schema))
  }
  const { id = 'none' } = operation ?? {}
  return ({ status, header, body }) => {
    const contract = operation && findResponseContract(operation, status)
    if (operation !== undefined && contract === undefined)
      return new ContractViolationError(id, status, 'status', 'is not declared')
    for (const [name, { required }] of contract?.headers ?? []) {
      if (required && header(name.toLowerCase()) === undefined)
        return new ContractViolationError(id, status, `header ${name}`, 'is missing')
    }
    const validate = status >= 400 ? validateFailure : contract && validators.get(contract)
    const violation = validate?.(body)
    return violation && new ContractViolationError(id, status, violation.field, violation.reason)
  }
}

/**
 * Builds the validator of the events that an operation streams; undefined when it does not stream.
 * @param onViolation gets each violation, which is then a Problem `internal`
 */
export function createEventValidator(
  operation: Operation,
  onViolation: (violation: ContractViolationError) => void = () => {},
): ((event: unknown) => void) | undefined {
  const streamed = [...operation.responses].find(([, { contentType }]) => contentType === eventStreamType)
  if (streamed?.[1].schema === undefined) return undefined
  const [status, { schema }] = streamed
  const validate = getValidator(schema)
  return (event) => {
    const violation = validate(event)
    if (violation === undefined) return
    const cause = new ContractViolationError(operation.id, Number(status), violation.field, violation.reason)
    onViolation(cause)
    throw new Problem('internal', { cause })
  }
}
