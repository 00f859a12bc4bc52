import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Dependencies } from '#plugins/dependencies.ts'
import { buildApp } from '#src/app.ts'
import { type Config, loadConfig } from '#src/config.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { assertConforms } from '../../support/conforms.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { type ApiReply, type Method, parseBody } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'

export type SentRequest = { method: Method; url: string; headers?: Record<string, string>; body?: unknown }
export type InProcessService = Awaited<ReturnType<typeof openInProcessService>>
/** A service, however it is called. */
export type RequestSender = Pick<InProcessService, 'config' | 'send'>

/**
 * The whole service in this process, over the environment's database and without external providers; several may run
 * side by side.
 */
export async function openInProcessService(
  environment: TestEnvironment,
  env: Record<string, string> = {},
  providers: Dependencies['providers'] = {},
) {
  const config: Config = loadConfig({
    DATA_FOLDER: join(environment.folder, 'in-process-service'),
    LOG_LEVEL: 'silent',
    ...withoutLimits,
    ...withoutShedding,
    ...env,
  })
  const { db } = environment
  const app = await buildApp(config, { db, newId: () => uuidv7(), providers }, createReadinessCheck(db))
  environment.teardown(() => app.close())
  let calls = 0

  /** One request through the whole service, checked against the contract. */
  async function send({ method, url, headers = {}, body }: SentRequest): Promise<ApiReply> {
    calls += 1
    const response = await app.inject({
      method,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const answer = {
      status: response.statusCode,
      headers: response.headers as ApiReply['headers'],
      body: response.payload === '' ? undefined : parseBody(response.headers['content-type'], response.payload),
    }
    assertConforms(method, url, answer)
    return answer
  }
  return { app, config, send, count: () => calls }
}
