import { Problem } from '#src/problems/problem.ts'
import type { Operation } from './document.ts'
import { validatorOf } from './validators.ts'

type Outgoing = { status: number; body: unknown; headers?: Record<string, string> }

/** A response that breaks the contract: named in the log, never sent. */
export class ContractViolation extends Error {
  constructor(operationId: string, status: number, field: string, reason: string) {
    super(`${operationId} would have answered ${status} with ${field || 'a body'}: ${reason}`)
    this.name = 'ContractViolation'
  }
}

/** Makes the judge of an operation's successes, run before anything is serialized; a violation is a 500 `internal`. */
export function responseJudge(operation: Operation): (outgoing: Outgoing) => void {
  const declared = new Map(
    [...operation.responses].map(([status, { schema, headers }]) => [
      status,
      { headers, validate: schema === undefined ? undefined : validatorOf(schema) },
    ]),
  )
  const violated = (status: number, field: string, reason: string) =>
    new Problem('internal', { cause: new ContractViolation(operation.id, status, field, reason) })

  return ({ status, body, headers = {} }) => {
    const contract = declared.get(String(status))
    if (contract === undefined) throw violated(status, 'status', 'is not declared')
    const violation = contract.validate?.(body)
    if (violation !== undefined) throw violated(status, violation.field, violation.reason)
    const stray = Object.keys(headers).find((name) => !contract.headers.has(name.toLowerCase()))
    if (stray !== undefined) throw violated(status, `header ${stray}`, 'is not declared')
  }
}
