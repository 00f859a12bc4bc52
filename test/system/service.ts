import { join } from 'node:path'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { type InterviewContext, passage } from '../sessions/interview.ts'
import { startBuilt } from '../support/built.ts'
import { importLines } from '../support/records.ts'
import type { Service } from '../support/service.ts'
import { longDatabaseTimeouts, withoutLimits, withoutShedding } from '../support/settings.ts'
import { fetchRequest, type Method } from '../support/test-context.ts'
import type { TestEnvironment } from './environment.ts'

/**
 * An artist of the environment and its claimant (`owner`), who calls real services over HTTP; `bearer` is the
 * Authorization.
 */
export type Actors = InterviewContext & { bases: string[]; pids: number[]; bearer: string }

/** Callers wait for one row as long as it takes: the order is checked, not the deadlines. */
export const patient = {
  ...longDatabaseTimeouts,
  REQUEST_TIMEOUT_MS: '120000',
  ...withoutShedding,
}

/** Longer than any system test takes, on a busy machine as well. */
const tokenSeconds = 6 * 3_600

/** Milliseconds for which a caller waits beyond the time that a service has for a request. */
const slackMs = 30_000

export type Replicas = Awaited<ReturnType<typeof startReplicas>>

/**
 * Services, each a process of its own that can be ended and started again under another address. Other load of the
 * machine must not make them shed.
 */
export const startReplicas = (environment: Surroundings, count: number, settings: Record<string, string>) =>
  startServices(environment, count, { ...withoutShedding, ...settings })

type Surroundings = Pick<TestEnvironment, 'folder' | 'teardown' | 'log'>

async function startServices(environment: Surroundings, count: number, settings: Record<string, string>) {
  const env = { DATA_FOLDER: join(environment.folder, 'service'), LOG_LEVEL: 'error', ...withoutLimits, ...settings }
  const services: Service[] = []
  const ending = new WeakSet<Service>()
  async function start(at: number): Promise<void> {
    const service = await startBuilt(env)
    services[at] = service
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
  const getService = (at: number) => services[at % count] as Service

  const config = loadConfig(env)
  const answeredWithinMs = config.timeouts.requestMs + slackMs
  const claim = { subject: 'owner', ttlSeconds: tokenSeconds, environment: config.environment }
  const bearer = `Bearer ${await signLocalToken(config, claim)}`

  /** One request to one service, by the claimant unless it has other headers. Rejects without a response. */
  const send = (
    at: number,
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: bearer },
  ) => fetchRequest(getService(at).base, { method, url: path, headers, body }, answeredWithinMs)
  return { count, bearer, getService, start, end, send }
}

/** Services on the environment's database; calls go to them alternately. */
export async function openServices(
  environment: TestEnvironment,
  count: number,
  env: Record<string, string> = {},
): Promise<Actors> {
  await saveUser(environment.db, { subject: 'owner', admin: null })
  const artistId = await createOwnedArtist(environment)
  const services = await startServices(environment, count, { DATABASE_URL: environment.url, ...env })
  const all = Array.from({ length: count }, (_, at) => services.getService(at))
  let calls = 0
  const call: Actors['call'] = (subject, method, path, body, headers = {}) => {
    const authorization = subject === null ? {} : { authorization: services.bearer }
    return services.send(calls++, method, path, body, { ...authorization, ...headers })
  }
  const addSource = (text: string) => importText(environment, artistId, text)
  const { bearer } = services
  const [bases, pids] = [all.map(({ base }) => base), all.map(({ process }) => process.pid ?? 0)]
  return { db: environment.db, artistId, addSource, call, bases, pids, bearer }
}

/** One more artist of the same claimant. */
export async function createOwnedArtist(environment: TestEnvironment): Promise<string> {
  const artistId = await environment.createArtist()
  await setClaim(environment.db, { artistId, subject: 'owner', state: 'approved' })
  return artistId
}

export type Subject = Awaited<ReturnType<typeof createSubject>>

/** One more artist of the same claimant, with a source to ask about. */
export async function createSubject(environment: TestEnvironment) {
  const artistId = await createOwnedArtist(environment)
  return { artistId, source: await importText(environment, artistId, passage) }
}

/** Imports an approved text as an operator does, with its audit event. */
export async function importText(environment: TestEnvironment, artistId: string, text: string) {
  // With an address it is no upload, and can be read as research evidence too.
  const source = { kind: 'vault', title: 'A source', url: 'https://example.org/source', approved: true }
  const id = environment.newId()
  await importLines(environment.db, [{ type: 'source', id, artist: artistId, ...source, text }])
  const { source_id: sourceId, revision } = await environment.db
    .selectFrom('sources')
    .select(['source_id', 'revision'])
    .where('artist_id', '=', artistId)
    .where('source_id', '=', `vault:${id}`)
    .$narrowType<{ revision: string }>()
    .executeTakeFirstOrThrow()
  return { sourceId, revision, text }
}
