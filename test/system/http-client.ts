import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { assertConforms } from '../support/conforms.ts'
import type { ApiReply, Loose, Method } from '../support/test-context.ts'
import type { Actors } from './service.ts'

/**
 * A sample of the responses is validated against the contract: validating all of them would take longer than the calls.
 */
const validateEach = 20

/** How often a call is retried that the service could not serve just then; every call here may be repeated. */
const againMax = 10

export type HttpClient = ReturnType<typeof openHttpClient>
export type HttpReply = (method: Method, path: string, body?: string) => Promise<ApiReply>

/**
 * The owner's calls by the hundred thousand, to the services alternately over keep-alive connections. The body is sent
 * unchanged, so that the caller decides how its characters are written.
 */
export function openHttpClient({ bases, bearer }: Pick<Actors, 'bases' | 'bearer'>) {
  const dispatcher = new Agent({ connections: 16 })
  const counts = { calls: 0, again: 0 }

  async function once(at: number, method: Method, path: string, body?: string): Promise<ApiReply> {
    const response = await request(`${bases[at % bases.length]}${path}`, {
      method,
      dispatcher,
      headers: { authorization: bearer, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    const answer: ApiReply = {
      status: response.statusCode,
      headers: response.headers as ApiReply['headers'],
      body: (await response.body.json()) as Loose,
    }
    if (at % validateEach === 0) assertConforms(method, path, answer)
    return answer
  }

  const send: HttpReply = async (method, path, body) => {
    const at = counts.calls++
    for (let left = againMax; ; left -= 1) {
      const answer = await once(at, method, path, body)
      if (answer.status !== 503 || left === 0) return answer
      counts.again += 1
      await setTimeout(1_000 * Number(answer.headers['retry-after'] ?? 1))
    }
  }
  return { send, counts, close: () => dispatcher.close() }
}

/** JSON in ASCII alone: every other character is an escape. */
export const formatEscapedJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
