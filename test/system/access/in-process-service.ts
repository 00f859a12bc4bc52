import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Dependencies } from '#plugins/dependencies.ts'
import { buildApp } from '#src/app.ts'
import { type Config, loadConfig } from '#src/config.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { type ApiReply, injectRequest, type SentRequest } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'

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

  async function send(request: SentRequest): Promise<ApiReply> {
    calls += 1
    return await injectRequest(app, request)
  }
  return { app, config, send, count: () => calls }
}
