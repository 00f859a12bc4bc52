import { operationContracts } from '#src/contract/document.ts'
import { listDocumentedCodes } from '#src/contract/documented-problem-codes.ts'
import { findMisuses, type Misuse } from './misuses.ts'
import type { RecordedRequest } from './recorded-request.ts'

export type SandboxReport = {
  status: 'ok'
  summary: string
  misuses: Misuse[]
  /** Of each operation the outcomes that the contract documents: a success, and each code of a failure. */
  operations: { operationId: string; met: string[]; unmet: string[] }[]
}

/** What a client did in the sandbox: what it met, what it never met, and what it did against the contract. */
export function reportSandbox(requests: readonly RecordedRequest[]): SandboxReport {
  const misuses = findMisuses(requests)
  const operations = [...operationContracts.values()].map((operation) => {
    const own = requests.filter(({ operationId }) => operationId === operation.id)
    const seen = new Set(own.map(({ status, code }) => (status < 400 ? 'success' : code)))
    const documented = ['success', ...listDocumentedCodes(operation)]
    return {
      operationId: operation.id,
      met: documented.filter((outcome) => seen.has(outcome)),
      unmet: documented.filter((outcome) => !seen.has(outcome)),
    }
  })
  return { status: 'ok', summary: summarize(requests.length, operations, misuses), misuses, operations }
}

function summarize(requests: number, operations: SandboxReport['operations'], misuses: readonly Misuse[]): string {
  const used = operations.filter(({ met }) => met.length > 0).length
  const met = operations.reduce((sum, one) => sum + one.met.length, 0)
  const documented = operations.reduce((sum, one) => sum + one.met.length + one.unmet.length, 0)
  const kinds = [...Map.groupBy(misuses, ({ kind }) => kind)].map(([kind, all]) => `${kind} ${all.length}`)
  const wrong = kinds.length === 0 ? 'no misuse' : `misuses: ${kinds.join(', ')}`
  return `sandbox: ${requests} requests, ${used} of ${operations.length} operations, ${met} of ${documented} outcomes, ${wrong}`
}
