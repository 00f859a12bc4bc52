import { Counter, Histogram, Registry } from 'prom-client'
import { operationContracts } from '#src/contract/document.ts'
import type { Problem } from '#src/contract/problems/problem.ts'
import type { ContractViolationError } from '#src/contract/response-check.ts'
import type { SliceObserver } from '#src/queue/slice.ts'

export type AppMetrics = ReturnType<typeof createAppMetrics>

/** Label of responses without a contract operation: an unknown path, a malformed request. */
export const noOperation = 'none'

/**
 * Application metrics. Label values come from the contract and this code only: no subject, artist, text or token, and
 * their number is bounded.
 */
export function createAppMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const problems = new Counter({
    name: 'sittings_http_problems_total',
    help: 'Failures that were answered, by the code of their body: rate_limited are refusals of the rate limit, overloaded is load that was shed.',
    labelNames: ['operation_id', 'code'],
    registers,
  })
  const violations = new Counter({
    name: 'sittings_contract_violations_total',
    help: 'Answers that the contract does not describe, by the status they would have had. A success of the kind was never sent. Must stay 0.',
    labelNames: ['operation_id', 'status'],
    registers,
  })
  // A series that begins with its first count shows no increase; those that must stay 0 are created in advance.
  for (const id of [...operationContracts.keys(), noOperation]) violations.inc({ operation_id: id, status: '200' }, 0)
  const slices = new Counter({
    name: 'sittings_queue_slices_total',
    help: 'Slices of research jobs that ended, by how: retries failed for now, failed was given up (a dead job), lease_lost was over too late.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const leaseExpiries = new Counter({
    name: 'sittings_queue_lease_expiries_total',
    help: 'Jobs that were taken over because their worker had not come back before its lease ran out.',
    labelNames: ['kind'],
    registers,
  })
  const durations = new Histogram({
    name: 'sittings_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its response; a stream ends with its last event.',
    labelNames: ['operation_id', 'method', 'status'],
    // The lowest separate a read by key from a slow one; the highest cover the scheduler and an onboarding turn.
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  return {
    registry,
    recordDuration: (operationId: string, method: string, status: number, seconds: number) =>
      durations.observe({ operation_id: operationId, method, status: String(status) }, seconds),
    countProblem: (operationId: string, code: string) => problems.inc({ operation_id: operationId, code }),
    /** A request refused by the HTTP parser, counted like every other failure. */
    countRefusal(problem: Problem | undefined) {
      if (problem !== undefined) problems.inc({ operation_id: noOperation, code: problem.code })
    },
    countViolation: ({ operationId, status }: ContractViolationError) =>
      violations.inc({ operation_id: operationId, status: String(status) }),
    slices: {
      observeClaim: ({ kind, lease_expired }) => leaseExpiries.inc({ kind }, lease_expired ? 1 : 0),
      observeEnd: ({ job: { kind }, ending }) => slices.inc({ kind, outcome: ending }),
    } satisfies SliceObserver,
    /** Number of contract violations, by operation and status. */
    listViolations: async () => (await violations.get()).values.map(({ labels, value }) => ({ ...labels, value })),
  }
}
