import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { connect } from '#src/database/connect.ts'
import type { Providers } from '#src/research/providers/index.ts'
import { assertConforms } from '../support/conforms.ts'
import { type Loose, parseBody, type TestContext } from '../support/test-context.ts'

/** The service of the test once more, over a connection to storage that the test can cut. */
export async function startServiceWithFailingStorage(t: Test, context: TestContext, providers: Providers = {}) {
  const { pool, timeouts } = context.config
  const database = await connect({ url: context.url, pool, timeouts, applicationName: 'lost' })
  const app = await buildApp(
    context.config,
    { db: database.db, newId: () => uuidv7(), providers },
    async () => undefined,
  )
  t.teardown(() => app.close())

  async function call(subject: string | null, method: 'GET' | 'POST', path: string, body?: object) {
    const authorization = subject === null ? {} : { authorization: `Bearer ${await context.token(subject)}` }
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
