import type { Test } from 'tap'
import { newWorld } from '../support/world.ts'

type Assertions = Pick<Test, 'same' | 'equal'>

/** A service on a socket, for requests that `inject` would change. */
export async function listeningWorld(t: Test) {
  const world = await newWorld(t, { CRON_SECRET: 'a-scheduler-secret-for-tests' })
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const owner = { authorization: `Bearer ${await world.token('owner')}` }
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
  return { world, owner, session: `/api/artist/${world.artistId}/interview/session`, send }
}

/** The parsed error body, after checking that it has exactly the contract's three members. */
export async function readProblem(t: Assertions, response: Response) {
  const body = (await response.json()) as Record<string, string>
  t.same(Object.keys(body).sort(), ['code', 'error', 'status'])
  t.equal(body.status, 'error')
  return body as { code: string; error: string }
}
