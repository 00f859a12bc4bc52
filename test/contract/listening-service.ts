import type { Test } from 'tap'
import { createTestContext } from '../support/test-context.ts'

type Assertions = Pick<Test, 'same' | 'equal'>

/** A service on a socket, for requests that `inject` would change. */
export async function startListeningService(t: Test) {
  const context = await createTestContext(t, { CRON_SECRET: 'a-scheduler-secret-for-tests' })
  const base = await context.app.listen({ port: 0, host: '127.0.0.1' })
  const owner = { authorization: `Bearer ${await context.token('owner')}` }
  const send = (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    fetch(base + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  return { context, owner, session: `/api/artist/${context.artistId}/interview/session`, send }
}

/** The parsed error body, after checking that it has exactly the contract's three members. */
export async function readProblem(t: Assertions, response: Response) {
  const body = (await response.json()) as Record<string, string>
  t.same(Object.keys(body).sort(), ['code', 'error', 'status'])
  t.equal(body.status, 'error')
  return body as { code: string; error: string }
}
