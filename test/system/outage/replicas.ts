import { join } from 'node:path'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { startBuilt } from '../../support/built.ts'
import { assertConforms } from '../../support/conforms.ts'
import type { Service } from '../../support/service.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { type ApiReply, type Method, parseBody } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'

export type Replicas = Awaited<ReturnType<typeof startReplicas>>

/** Milliseconds after which a caller gives up: a later response counts as none. */
const answeredWithinMs = 60_000

/** Services, each a process of its own that can be ended and started again under another address. */
export async function startReplicas(
  environment: Pick<TestEnvironment, 'folder' | 'teardown' | 'log'>,
  count: number,
  settings: Record<string, string>,
) {
  const env = {
    DATA_FOLDER: join(environment.folder, 'service'),
    LOG_LEVEL: 'error',
    ...withoutLimits,
    ...withoutShedding,
    ...settings,
  }
  const services = new Map<number, Service>()
  const ending = new WeakSet<Service>()
  async function start(at: number): Promise<void> {
    const service = await startBuilt(env)
    services.set(at, service)
    service.process.once('exit', (code, signal) => {
      if (ending.has(service)) return
      environment.log(`Service ${at} ended by itself, with ${signal ?? code}: ${service.output().slice(-1_000)}`)
    })
  }
  /** Ends one, and returns its exit code; null when the signal ended it. */
  async function end(at: number, signal: NodeJS.Signals): Promise<number | null> {
    ending.add(getService(at))
    return await getService(at).end(signal)
  }
  environment.teardown(() => Promise.all([...services.keys()].map((at) => end(at, 'SIGKILL'))))
  for (let at = 0; at < count; at += 1) await start(at)
  const getService = (at: number): Service => {
    const found = services.get(at % count)
    if (found === undefined) throw new Error(`There is no service ${at}`)
    return found
  }

  const config = loadConfig(env)
  const claim = { subject: 'owner', ttlSeconds: 6 * 3_600, environment: config.environment }
  const authorization = `Bearer ${await signLocalToken(config, claim)}`

  /** One request to one service, validated against the contract. Rejects without a response. */
  async function send(at: number, method: Method, path: string, body?: unknown): Promise<ApiReply> {
    const response = await fetch(`${getService(at).base}${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answeredWithinMs),
    }).catch(throwNoAnswer)
    const text = await response.text().catch(throwNoAnswer)
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parseBody(response.headers.get('content-type'), text),
    }
    assertConforms(method, path, answer)
    return answer
  }
  return { count, getService, start, end, send }
}

/** No service was there, or the connection broke before the whole response had come. */
export class NoResponseError extends Error {}

function throwNoAnswer(cause: unknown): never {
  throw new NoResponseError('No answer came', { cause })
}
