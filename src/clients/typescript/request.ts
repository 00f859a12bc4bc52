import type { OperationId } from './operation-types.ts'
import { shapes } from './operations.gen.ts'

/** A token, or a function that returns one: called before each try, and once more with `refusedBefore` after a 401. */
export type Token = string | ((query: { refusedBefore: boolean }) => string | Promise<string>)

export type Credentials = {
  token?: Token | undefined
  researchKey?: string | undefined
  schedulerSecret?: string | undefined
}

/** The parts of any operation's input; which of them an operation has is in its type. */
export type RequestParts = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

/** The request of an operation, ready to be sent any number of times. */
export async function buildRequest(
  baseUrl: string,
  operationId: OperationId,
  { path = {}, query = {}, headers = {}, body }: RequestParts,
  credentials: Credentials,
  refusedBefore: boolean,
): Promise<{ url: string; init: RequestInit }> {
  const { method, path: template } = shapes[operationId]
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const requestHeaders: Record<string, string> = await chooseCredentials(operationId, credentials, refusedBefore)
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) requestHeaders[name] = String(value)
  if (body !== undefined) requestHeaders['content-type'] = 'application/json'
  return {
    url: `${baseUrl.replace(/(?<!\/)\/+$/, '')}${filled}${search.size === 0 ? '' : `?${search}`}`,
    init: { method, headers: requestHeaders, ...(body !== undefined && { body: JSON.stringify(body) }) },
  }
}

/**
 * Only the credentials that the operation takes are sent. Where it takes either, the token comes first: a key that is
 * sent decides alone.
 */
async function chooseCredentials(
  operationId: OperationId,
  { token, researchKey, schedulerSecret }: Credentials,
  refusedBefore: boolean,
): Promise<Record<string, string>> {
  const credentials: readonly string[] = shapes[operationId].credentials
  if (credentials.includes('schedulerSecret') && schedulerSecret !== undefined)
    return { authorization: `Bearer ${schedulerSecret}` }
  if (credentials.includes('accessToken') && token !== undefined)
    return { authorization: `Bearer ${typeof token === 'string' ? token : await token({ refusedBefore })}` }
  if (credentials.includes('researchKey') && researchKey !== undefined) return { 'x-service-research-key': researchKey }
  return {}
}
