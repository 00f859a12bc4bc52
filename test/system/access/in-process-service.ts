import { join } from 'node:path'
import type { Dependencies } from '#plugins/dependencies.ts'
import { loadConfig } from '#src/config.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { type ApiReply, injectRequest, openApp, type SentRequest } from '../../support/test-context.ts'
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
  const config = loadConfig({
    DATA_FOLDER: join(environment.folder, 'in-process-service'),
    LOG_LEVEL: 'silent',
    ...withoutLimits,
    ...withoutShedding,
    ...env,
  })
  const app = await openApp(environment, config, { db: environment.db, providers })
  let calls = 0

  async function send(request: SentRequest): Promise<ApiReply> {
    calls += 1
    return await injectRequest(app, request)
  }
  return { app, config, send, count: () => calls }
}
