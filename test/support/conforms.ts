import type { FastifyInstance } from 'fastify'
import { validateResponse } from '#src/clients/conformance/response.ts'
import { operationContracts } from '#src/contract/document.ts'
import { faultHeader } from '#src/http/fault-injection/fault-header.ts'
import { addToLedger, violationMark } from '../ledger/file.ts'

/** A response as it is sent: `payload` is its text. */
type ReceivedResponse = { status: number; headers: Headers | Record<string, unknown>; payload: string }

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
export function assertConforms(method: string, url: string, { status, headers, payload }: ReceivedResponse): void {
  const operation = findOperation(method, url)
  if (operation === undefined) return
  const named = new Headers(headers as Record<string, string>)
  // An injected fault shows its form, and not that the service produces it.
  if (!named.has(faultHeader)) seen.add(`${operation.id} ${status}`)
  const wrong = validateResponse(operation, { status, headers: named, bytes: Buffer.from(payload) })
  // Evidence that cannot change may be cached.
  const mayBeCached = operation.id === 'readResearchEvidence' && status === 200
  const cacheControl = named.get('cache-control')
  if (operation.cacheControl !== undefined && !mayBeCached && cacheControl !== operation.cacheControl)
    wrong.push(`header Cache-Control is ${cacheControl}`)
  if (wrong.length > 0) throw new Error(`${operation.id} answered ${status}: ${wrong.join('; ')}`)
}

function findOperation(method: string, url: string) {
  const [path = ''] = url.split('?')
  return [...operationContracts.values()].find(
    (operation) =>
      operation.method === method && new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
}
