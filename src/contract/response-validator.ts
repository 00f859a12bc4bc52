import type { Operation } from './document.ts'
import { Problem } from './problems/problem.ts'
import { ContractViolationError } from './response-check.ts'
import { eventStreamType } from './sse.ts'
import { getValidator } from './validators.ts'

/** Observes each violation. */
type ViolationObserver = (violation: ContractViolationError) => void

type Outgoing = { status: number; body: unknown; headers?: Record<string, string> }

/** Builds the validator of an operation's successes, run before serialization; a violation is a 500 `internal`. */
export function createResponseValidator(
  operation: Operation,
  onViolation: ViolationObserver = () => {},
): (outgoing: Outgoing) => void {
  const declared = new Map(
    [...operation.responses].map(([status, { schema, headers, contentType }]) => [
      status,
      // The schema of a stream is that of each event.
      { headers, validate: schema === undefined || contentType === eventStreamType ? undefined : getValidator(schema) },
    ]),
  )
  const buildViolation = (status: number, field: string, reason: string) =>
    reportViolation(new ContractViolationError(operation.id, status, field, reason), onViolation)

  return ({ status, body, headers = {} }) => {
    const contract = declared.get(String(status))
    if (contract === undefined) throw buildViolation(status, 'status', 'is not declared')
    const violation = contract.validate?.(body)
    if (violation !== undefined) throw buildViolation(status, violation.field, violation.reason)
    const undeclared = Object.keys(headers).find((name) => !contract.headers.has(name.toLowerCase()))
    if (undeclared !== undefined) throw buildViolation(status, `header ${undeclared}`, 'is not declared')
  }
}

/** Builds the validator of the events that an operation streams; undefined when it does not stream. */
export function createEventValidator(
  operation: Operation,
  onViolation: ViolationObserver = () => {},
): ((event: unknown) => void) | undefined {
  const streamed = [...operation.responses].find(([, { contentType }]) => contentType === eventStreamType)
  if (streamed?.[1].schema === undefined) return undefined
  const [status, { schema }] = streamed
  const validate = getValidator(schema)
  return (event) => {
    const violation = validate(event)
    if (violation === undefined) return
    const { field, reason } = violation
    throw reportViolation(new ContractViolationError(operation.id, Number(status), field, reason), onViolation)
  }
}

function reportViolation(violation: ContractViolationError, onViolation: ViolationObserver): Problem {
  onViolation(violation)
  return new Problem('internal', { cause: violation })
}
