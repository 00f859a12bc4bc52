import { operationContracts } from '#src/contract/document.ts'
import { listDocumentedCodes } from '#src/contract/documented-problem-codes.ts'
import { findMisuses, type Misuse } from './misuses.ts'
import type { RecordedRequest } from './recorded-request.ts'

/** Of an operation the outcomes that the contract documents: a success, and each code of a failure. */
type Coverage = { operationId: string; covered: string[]; missing: string[] }

/** What a client did in the sandbox: what it met, what it never met, and what it did against the contract. */
export function reportSandbox(requests: readonly RecordedRequest[]) {
  const misuses = findMisuses(requests)
  const operations = [...operationContracts.values()].map((operation) => {
    const ownRequests = requests.filter(({ operationId }) => operationId === operation.id)
    const seen = new Set(ownRequests.map(({ status, code }) => (status < 400 ? 'success' : code)))
    const documented = ['success', ...listDocumentedCodes(operation)]
    return {
      operationId: operation.id,
      covered: documented.filter((outcome) => seen.has(outcome)),
      missing: documented.filter((outcome) => !seen.has(outcome)),
    }
  })
  return { status: 'ok', summary: summarize(requests.length, operations, misuses), misuses, operations }
}

function summarize(requests: number, operations: readonly Coverage[], misuses: readonly Misuse[]): string {
  const used = operations.filter(({ covered }) => covered.length > 0).length
  const covered = operations.reduce((sum, one) => sum + one.covered.length, 0)
  const documented = operations.reduce((sum, one) => sum + one.covered.length + one.missing.length, 0)
  const kinds = [...Map.groupBy(misuses, ({ kind }) => kind)].map(([kind, all]) => `${kind} ${all.length}`)
  const summary = kinds.length === 0 ? 'no misuse' : `misuses: ${kinds.join(', ')}`
  return `sandbox: ${requests} requests, ${used} of ${operations.length} operations, ${covered} of ${documented} outcomes, ${summary}`
}
