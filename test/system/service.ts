import { join } from 'node:path'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { createInterviewClient, type InterviewContext, passage } from '../sessions/interview.ts'
import { startBuilt } from '../support/built.ts'
import { assertConforms } from '../support/conforms.ts'
import { longDatabaseTimeouts, withoutLimits, withoutShedding } from '../support/settings.ts'
import { type ApiReply, buildCitation, type Loose, type Method, parseBody } from '../support/test-context.ts'
import { importLines, type TestEnvironment } from './environment.ts'

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

/** Services on the environment's database, each a process of its own; calls go to them alternately. */
export async function openServices(
  environment: TestEnvironment,
  count: number,
  env: Record<string, string> = {},
): Promise<Actors> {
  const settings = {
    DATABASE_URL: environment.url,
    DATA_FOLDER: join(environment.folder, 'service'),
    LOG_LEVEL: 'error',
    ...withoutLimits,
    ...environment.settings,
    ...env,
  }
  const config = loadConfig(settings)
  await saveUser(environment.db, { subject: 'owner', admin: null })
  const artistId = await createOwnedArtist(environment)
  const bearer = `Bearer ${await signLocalToken(config, { subject: 'owner', ttlSeconds: tokenSeconds, environment: config.environment })}`
  const bases: string[] = []
  const pids: number[] = []
  for (let at = 0; at < count; at += 1) {
    const service = await startBuilt(settings)
    environment.teardown(() => service.end('SIGTERM'))
    bases.push(service.base)
    pids.push(service.process.pid ?? 0)
  }

  let calls = 0
  async function call(
    subject: string | null,
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiReply> {
    const base = bases[calls++ % bases.length]
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(subject === null ? {} : { authorization: bearer }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parseBody(response.headers.get('content-type'), await response.text()),
    }
    assertConforms(method, path, answer)
    return answer
  }
  const addSource = (text: string) => importText(environment, artistId, text)
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
  await importLines(environment, [{ type: 'source', id, artist: artistId, ...source, text }])
  const { source_id: sourceId, revision } = await environment.db
    .selectFrom('sources')
    .select(['source_id', 'revision'])
    .where('artist_id', '=', artistId)
    .where('source_id', '=', `vault:${id}`)
    .$narrowType<{ revision: string }>()
    .executeTakeFirstOrThrow()
  return { sourceId, revision, text }
}

/** How often each status came, in words. */
export const formatStatuses = (answers: readonly { status: number }[]): string =>
  [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => `${all.length} times ${status}`).join(', ')

/** How many different bodies there are. */
export const countBodies = (answers: readonly ApiReply[]): number =>
  new Set(answers.map(({ body }) => JSON.stringify(body))).size

/** The body of a call that must have succeeded. */
function expectSuccess({ status, body }: ApiReply): Loose {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Completes a sitting: three questions, of which two are answered and one of these revised, and the finish. */
export async function holdSitting(actors: Actors, { artistId, source }: Subject): Promise<void> {
  const { restore, start, offer, answer, finish } = createInterviewClient(actors, 'owner', artistId)
  const left = expectSuccess(await restore()).session
  // Left from the round before, when it was refused with Retry-After in the middle.
  if (left?.state === 'active') expectSuccess(await finish(left))
  const { session } = expectSuccess(await start())
  for (const ordinal of [1, 2, 3]) {
    const { question } = expectSuccess(await offer(session, ordinal, buildCitation(source, 'we kept the first take')))
    const words =
      ordinal === 3 ? null : `Number ${ordinal} of sitting ${session.sitting}. ${'It was the mill. '.repeat(40)}`
    const saved = expectSuccess(await answer(question, words)).question
    if (ordinal !== 1) continue
    const path = `/api/artist/${artistId}/interview/responses/${question.id}`
    const revised = { expectedRevision: saved.revision, answer: `${words}And the bell.` }
    expectSuccess(await actors.call('owner', 'PATCH', path, revised))
  }
  expectSuccess(await finish(session))
}

/** The reads of an open page, one after the other. */
export async function readAll(actors: Actors, { artistId, source }: Subject): Promise<void> {
  const artist = `/api/artist/${artistId}`
  const paths = [
    `${artist}/interview/session`,
    `${artist}/interview/responses?limit=20`,
    `${artist}/knowledge/history?limit=50`,
    `${artist}/knowledge/brief`,
    `${artist}/knowledge/sources`,
    `${artist}/knowledge/search?query=${encodeURIComponent('the bell on the record')}`,
    `${artist}/knowledge/sources/${source.sourceId}?start=10&maxChars=1000`,
    `${artist}/research/status`,
    `${artist}/research/discoveries`,
    `/api/onboarding/${artistId}/state`,
  ]
  for (const path of paths) expectSuccess(await actors.call('owner', 'GET', path))
}
