import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { Dependencies } from '#plugins/dependencies.ts'
import { buildApp } from '#src/app.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { parseEvents } from '#src/clients/conformance/response.ts'
import { type Config, loadConfig } from '#src/config.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Providers } from '#src/research/providers/index.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import { citusSettings } from './citus.ts'
import { assertConforms, noteViolations } from './conforms.ts'
import { freshDatabase } from './database.ts'
import { researchKey, withoutLimits, withoutShedding } from './settings.ts'

export type TestContext = Awaited<ReturnType<typeof createTestContext>>
/** A parsed response body; tests read it freely, since it is validated against the contract before. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on the very fields it names, so a wrong one fails there
export type Loose = any
export type Method = 'GET' | 'POST' | 'PATCH'
export type ApiReply = { status: number; headers: Record<string, string | undefined>; body: Loose }

/**
 * The service over a database of its own, with four callers: `owner` (approved claimant of `artistId`), `other-owner`
 * (of `otherArtistId`), `stranger` (a user without a claim) and `admin`. Only the given `providers` are called.
 */
export async function createTestContext(
  t: Test,
  env: Record<string, string | undefined> = {},
  providers: Providers = {},
) {
  const { url, database, db } = await freshDatabase(t, env)
  const config = loadConfig({
    DATA_FOLDER: t.testdir(),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    RESEARCH_KEY: researchKey,
    ...withoutLimits,
    ...withoutShedding,
    ...citusSettings,
    ...env,
  })
  const app = await openApp(t, config, { db, providers })
  t.teardown(() => noteViolations(app))
  const artistId = await addArtist(db, 'Mara Quill')
  const otherArtistId = await addArtist(db, 'Ivo Lantern')
  await addUser(db, 'owner', { claims: artistId })
  await addUser(db, 'other-owner', { claims: otherArtistId })
  await addUser(db, 'stranger', {})
  await addUser(db, 'admin', { admin: true })

  const { environment } = config
  const signed = new Map<string, Promise<string>>()
  const token = (subject: string) => {
    if (!signed.has(subject)) signed.set(subject, signLocalToken(config, { subject, ttlSeconds: 86_400, environment }))
    return signed.get(subject) as Promise<string>
  }

  const call = createCall(app, token)
  const addText = (text: string, options: SourceOptions = {}) =>
    addSource(db, options.artistId ?? artistId, text, options)

  return { app, config, db, database, url, artistId, otherArtistId, token, call, addSource: addText }
}

/** A whole service in this process over a database, without external providers unless some are given. */
export async function openApp(
  t: { teardown(end: () => unknown): unknown },
  config: Config,
  resources: Partial<Dependencies> & Pick<Dependencies, 'db'>,
  isReady = createReadinessCheck(resources.db),
): Promise<FastifyInstance> {
  const app = await buildApp(config, { newId: () => uuidv7(), providers: {}, ...resources }, isReady)
  t.teardown(() => app.close())
  return app
}

/** Sends requests of these callers through the service, each checked against the contract; null has no credential. */
export function createCall(app: FastifyInstance, token: (subject: string) => Promise<string>) {
  return async function call(
    subject: string | null,
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiReply> {
    const authorization = subject === null ? {} : { authorization: `Bearer ${await token(subject)}` }
    return await injectRequest(app, { method, url: path, headers: { ...authorization, ...headers }, body })
  }
}

/** A request; a body that is neither text nor bytes is sent as JSON. */
export type SentRequest<M = Method> = { method: M; url: string; headers?: Record<string, string>; body?: unknown }

const isWritten = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

export function buildRequest<M>({ method, url, headers = {}, body }: SentRequest<M>) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const text = body === undefined || isWritten(body) ? body : JSON.stringify(body)
  return { method, url, headers: { ...type, ...headers }, ...(text !== undefined && { body: text }) }
}

/** One request through a whole service in this process, checked against the contract. */
export async function injectRequest(app: FastifyInstance, request: SentRequest): Promise<ApiReply> {
  const { statusCode: status, headers, payload } = await app.inject(buildRequest(request))
  assertConforms(request.method, request.url, { status, headers, payload })
  const body = payload === '' ? undefined : parseBody(headers['content-type'], payload)
  return { status, headers: headers as ApiReply['headers'], body }
}

/** No service was there, or the connection broke before the whole response had come. */
export class NoResponseError extends Error {}

function throwNoResponse(cause: unknown): never {
  throw new NoResponseError('No response came', { cause })
}

/**
 * The same over HTTP, to a service at an address.
 * @throws NoResponseError after the time that is given, too
 */
export async function fetchRequest(base: string, request: SentRequest, withinMs: number): Promise<ApiReply> {
  const { url, ...init } = buildRequest(request)
  const signal = AbortSignal.timeout(withinMs)
  const response = await fetch(`${base}${url}`, { ...init, signal }).catch(throwNoResponse)
  const payload = await response.text().catch(throwNoResponse)
  const { status, headers } = response
  assertConforms(request.method, request.url, { status, headers, payload })
  return { status, headers: Object.fromEntries(headers), body: parseBody(headers.get('content-type'), payload) }
}

/** The parsed JSON, or the list of the events of a stream. */
export const parseBody = (contentType: unknown, payload: string): unknown =>
  contentType === 'text/event-stream' ? parseEvents(payload) : JSON.parse(payload)

export async function addArtist(db: Kysely<DB>, name: string): Promise<string> {
  const id = uuidv7()
  await db.insertInto('artists').values({ id, name }).execute()
  return id
}

export async function addUser(
  db: Kysely<DB>,
  subject: string,
  { admin = false, claims }: { admin?: boolean; claims?: string },
): Promise<void> {
  const id = uuidv7()
  await db.insertInto('users').values({ id, subject, is_admin: admin }).execute()
  if (claims === undefined) return
  await db.insertInto('claims').values({ artist_id: claims, user_id: id, state: 'approved' }).execute()
}

export type SourceOptions = {
  artistId?: string
  sourceId?: string
  kind?: 'vault' | 'social_caption' | 'reel_transcript' | 'discovery'
  curation?: 'approved' | 'pending' | 'rejected'
  isPrivate?: boolean
  title?: string
}

/** Adds a source with its text, or a new current revision of an existing one. */
export async function addSource(db: Kysely<DB>, artistId: string, text: string, options: SourceOptions = {}) {
  const { kind = 'vault', curation = 'approved', isPrivate = false, title = 'A source' } = options
  const sourceId = options.sourceId ?? newSourceId(kind)
  const revision = computeSourceRevision({ artistId, sourceId, text })
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sources')
      .values({
        artist_id: artistId,
        source_id: sourceId,
        kind,
        title,
        url: `https://example.org/${sourceId.replaceAll(':', '/')}`,
        curation,
        is_private: isPrivate,
        revision,
      })
      .onConflict((oc) =>
        oc.columns(['artist_id', 'source_id']).doUpdateSet({ revision, curation, is_private: isPrivate }),
      )
      .execute()
    await trx
      .insertInto('source_revisions')
      .values({
        artist_id: artistId,
        source_id: sourceId,
        revision,
        text_utf16: toUtf16(text),
        total_chars: text.length,
      })
      .onConflict((oc) => oc.doNothing())
      .execute()
  })
  return { sourceId, revision, text }
}

function newSourceId(kind: string): string {
  const id = uuidv7()
  if (kind === 'social_caption') return `social:${id}:caption`
  if (kind === 'reel_transcript') return `social:${id}:transcript`
  return `${kind}:${id}`
}

/** The reference that cites `quote` at its first place in a source. */
export function buildCitation(
  { sourceId, revision, text }: { sourceId: string; revision: string; text: string },
  quote: string,
) {
  const start = text.indexOf(quote)
  if (start < 0) throw new Error(`The text does not hold the quote: ${quote}`)
  return { kind: 'original' as const, sourceId, revision, start, end: start + quote.length, quote }
}
