import { type Operation, type OperationId, operationContracts } from '#src/contract/document.ts'
import type { Method } from '../../support/test-context.ts'
import type { SentRequest } from './in-process-service.ts'
import type { ValidRequest } from './valid-requests.ts'

export const getContract = (id: OperationId): Operation => operationContracts.get(id) as Operation

/** The request as it is sent, under the contract's method and path. */
export function buildSentRequest(
  id: OperationId,
  { path = {}, query = {}, headers = {}, body }: ValidRequest,
): SentRequest {
  const { method, path: template } = getContract(id)
  const filled = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  return { method: method as Method, url: `${filled}${search}`, headers, body }
}
