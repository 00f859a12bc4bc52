import type { FastifyInstance } from 'fastify'
import { operationContracts } from '#src/contract/document.ts'
import { findResponseContract } from '#src/contract/response-check.ts'
import { getValidator } from '#src/contract/validators.ts'
import { faultHeader } from '#src/http/fault-injection/fault-header.ts'
import { addToLedger, violationMark } from '../ledger/file.ts'

export type ApiResponse = { status: number; headers: Record<string, unknown>; body: unknown }

/** Every (operation, status) that this process has seen; added to the ledger of the whole run when it ends. */
const seen = new Set<string>()
process.once('exit', () => addToLedger(seen))

/** Records what a service has counted itself, so that a whole run can check that no response was undescribed. */
export async function noteViolations({ metrics }: Pick<FastifyInstance, 'metrics'>): Promise<void> {
  for (const { operation_id, status, value } of await metrics.listViolations()) {
    if (value > 0) seen.add(`${violationMark}${operation_id} ${status}`)
  }
}

/** Records a response that is judged elsewhere. */
export function noteStatus(method: string, path: string, status: number): void {
  const operation = findOperation(method, path)
  if (operation !== undefined) seen.add(`${operation.id} ${status}`)
}

/** Throws when a response is not what the contract describes for the operation behind a method and path. */
export function assertConforms(method: string, url: string, { status, headers, body }: ApiResponse): void {
  const operation = findOperation(method, url)
  if (operation === undefined) return
  // An injected fault shows its form, and not that the service produces it.
  if (headers[faultHeader] === undefined) seen.add(`${operation.id} ${status}`)
  const contract = findResponseContract(operation, status)
  if (contract === undefined)
    throw new Error(`${operation.id} answered ${status}, which the contract does not describe`)
  const isStream = contract.contentType === 'text/event-stream'
  const validate = contract.schema === undefined ? () => undefined : getValidator(contract.schema)
  const violation = (isStream ? (body as unknown[]) : [body]).map(validate).find((one) => one !== undefined)
  if (violation !== undefined) {
    throw new Error(`${operation.id} answered ${status} with ${violation.field}: ${violation.reason}`)
  }
  // Evidence that cannot change may be cached.
  const mayBeCached = operation.id === 'readResearchEvidence' && status === 200
  if (operation.cacheControl !== undefined && !mayBeCached && headers['cache-control'] !== operation.cacheControl) {
    throw new Error(`${operation.id} answered ${status} with Cache-Control ${String(headers['cache-control'])}`)
  }
}

function findOperation(method: string, url: string) {
  const [path = ''] = url.split('?')
  return [...operationContracts.values()].find(
    (operation) =>
      operation.method === method && new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
}
