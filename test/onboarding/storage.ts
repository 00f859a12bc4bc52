import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { connect } from '#src/database/connect.ts'
import type { Providers } from '#src/research/providers/index.ts'
import { assertConforms } from '../support/conforms.ts'
import { type Loose, parseBody, type World } from '../support/world.ts'

/** The world's service once more, over a connection to storage that the test can cut. */
export async function startServiceWithFailingStorage(t: Test, world: World, providers: Providers = {}) {
  const { pool, timeouts } = world.config
  const database = await connect({ url: world.url, pool, timeouts, applicationName: 'lost' })
  const app = await buildApp(world.config, { db: database.db, newId: () => uuidv7(), providers }, async () => undefined)
  t.teardown(() => app.close())

  async function call(subject: string | null, method: 'GET' | 'POST', path: string, body?: object) {
    const authorization = subject === null ? {} : { authorization: `Bearer ${await world.token(subject)}` }
    const { statusCode, headers, payload } = await app.inject({
      method,
      url: path,
      headers: { ...authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: body }),
    })
    const answer = { status: statusCode, headers, body: parseBody(headers['content-type'], payload) as Loose }
    assertConforms(method, path, answer)
    return answer
  }
  return { call, failStorage: () => database.close() }
}
