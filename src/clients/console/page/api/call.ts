import { settings } from '../settings.ts'
import { createOfflineError, RequestError } from './request-error.ts'
import type { OperationId, OperationInput, OperationOutput } from './shapes.ts'
import { getStoredToken } from './token.ts'

/** Longer than any operation takes; then the request counts as lost. */
const patienceMs = 70_000
const readsMax = 3

type Parts = { path?: object | undefined; query?: object | undefined; body?: unknown }

/** Called when the token is refused. */
export const onSignedOut = { notify: () => {} }

/**
 * One operation of the contract with the user's token. Throws a `RequestError` for everything but a success. A read is
 * retried when the service asks for it; whether to repeat a change is for the user to decide.
 */
export async function call<Id extends OperationId>(id: Id, input: OperationInput<Id>): Promise<OperationOutput<Id>> {
  const [method, template] = settings.operations[id]
  const { path = {}, query = {}, body } = input as Parts
  const filled = fillPath(template, path)
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const search =
    asked.length === 0 ? '' : `?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await send(method, filled + search, body)) as OperationOutput<Id>
    } catch (error) {
      const refusal = error as RequestError
      if (refusal.code === 'not_signed_in') onSignedOut.notify()
      if (method !== 'GET' || refusal.status !== 503 || attempt === readsMax) throw refusal
      await new Promise((resolve) => setTimeout(resolve, Math.max(300 * attempt, refusal.retryAfterMs)))
    }
  }
}

/** The response of one operation that answers with a stream; a refusal before the first event is thrown. */
export async function openStream<Id extends OperationId>(id: Id, input: OperationInput<Id>): Promise<Response> {
  const { path = {}, body } = input as Parts
  const [method, template] = settings.operations[id]
  try {
    return await request(method, fillPath(template, path), body)
  } catch (error) {
    if ((error as RequestError).code === 'not_signed_in') onSignedOut.notify()
    throw error
  }
}

const fillPath = (template: string, path: object) =>
  template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name as never])))

async function send(method: string, address: string, body: unknown): Promise<unknown> {
  return await readBody(await request(method, address, body))
}

async function request(method: string, address: string, body: unknown): Promise<Response> {
  const token = getStoredToken()
  const response = await fetch(address, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {
    throw createOfflineError()
  })
  if (response.ok) return response
  const refusal = await readBody(response)
  const retryAfterMs = Number(response.headers.get('Retry-After') ?? 0) * 1_000
  throw new RequestError(refusal.code, refusal.error, response.status, retryAfterMs, getRequestId(response))
}

const readBody = (response: Response) =>
  response.json().catch(() => {
    const message = 'The answer was cut off or is no answer of this service'
    throw new RequestError('unreadable', message, response.status, 0, getRequestId(response))
  })

const getRequestId = (response: Response) => response.headers.get('X-Request-Id') ?? undefined
