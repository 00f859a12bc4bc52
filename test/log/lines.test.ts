import { sql } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/admin/claims.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { serializeError } from '#src/observability/logger.ts'
import { readMemorySnapshot } from '../memory/read-snapshot.ts'
import { enqueue } from '../research/slices.ts'
import { serveBuilt } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { addArtist, addSource, addUser, buildCitation, fetchRequest, type Method } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const canary = 'words-of-a-canary'
const { url, db } = await freshDatabase(t)
const env = { DATABASE_URL: url, DATABASE_LOCK_TIMEOUT_MS: '200' }
const service = await serveBuilt(t, env)
const artistId = await addArtist(db, 'Mara Quill')
await addUser(db, canary, { claims: artistId })
const token = await service.sign(canary)
const interview = `/api/artist/${artistId}/interview`

type Line = Record<string, unknown> & { message: string }

const lines = (): Line[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

async function call(method: Method, url: string, body?: unknown): Promise<number> {
  const request = { method, url, headers: { authorization: `Bearer ${token}` }, body }
  return (await fetchRequest(service.base, request, 60_000)).status
}

/** The lines of the one request of an operation with a status, once its response was sent. */
async function readLines(operationId: string | null, status: number): Promise<Line[]> {
  const answered = await pollUntil(() =>
    lines().find(
      (line) => line.message === 'request completed' && line.operationId === operationId && line.status === status,
    ),
  )
  return lines().filter(({ requestId }) => requestId === answered.requestId)
}

t.test('each response has one line, with its request, its operation and the code of a failure', async (t) => {
  t.equal(await call('GET', `${interview}/session`), 200)
  t.equal(await call('GET', `${interview}/session?${canary}=1`), 400)
  t.equal(await call('GET', `/artists/${artistId}/${canary}`), 404)
  for (const [operationId, status, code] of [
    ['restoreInterview', 200, undefined],
    ['restoreInterview', 400, 'invalid_request'],
    [null, 404, 'not_found'],
  ] as const) {
    const answered = (await readLines(operationId, status)).filter(({ message }) => message === 'request completed')
    t.match(answered, [{ operationId, status, requestId: /^[\w-]{36}$/, method: 'GET', durationMs: Number }])
    t.equal(answered.length, 1)
    t.equal(answered[0]?.code, code, 'and the code of a failure')
    t.equal(answered[0]?.artistId, operationId === null ? undefined : artistId, 'and the artist of the path')
  }
})

t.test('a refused credential is logged with its reason, and a path that names no artist without one', async (t) => {
  const signed = { subject: 'unknown-user', ttlSeconds: 600, environment: 'development' }
  const sign = (claims: object, settings: object = {}) =>
    signLocalToken(loadConfig({ ...service.settings, ...settings }), { ...signed, ...claims })
  for (const [reason, authorization] of [
    ['no_token', ''],
    ['unknown_user', await sign({})],
    ['token_of_another_environment', await sign({ environment: 'staging' })],
    ['token_lifetime', await sign({ ttlSeconds: 172_800 })],
    ['token_subject', await sign({ subject: 'x'.repeat(301) })],
    ['ERR_JWT_EXPIRED', await sign({ ttlSeconds: -600 })],
    ['ERR_JWT_CLAIM_VALIDATION_FAILED:iss', await sign({}, { TOKEN_ISSUER: 'another' })],
    ['ERR_JWT_CLAIM_VALIDATION_FAILED:aud', await sign({}, { TOKEN_AUDIENCE: 'another' })],
    ['ERR_JWS_INVALID', 'a.b.c'],
  ] as const) {
    const response = await fetch(`${service.base}/api/artist/${canary}/interview/session`, {
      headers: authorization === '' ? {} : { authorization: `Bearer ${authorization}` },
    })
    t.equal(response.status, 401)
    const requestId = response.headers.get('x-request-id')
    const line = await pollUntil(() => lines().find((one) => one.requestId === requestId && one.reason !== undefined))
    t.match(line, { code: 'not_signed_in', reason })
    t.notOk('artistId' in line)
  }
})

t.test('a failure has its line besides the response, with the code of a failed statement', async (t) => {
  const other = await addArtist(db, 'Zoe Nell')
  await setClaim(db, { artistId: other, subject: canary, state: 'approved' })
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('artists').select('id').where('id', '=', other).forUpdate().execute()
    t.equal(await call('POST', `/api/artist/${other}/interview/session`, { requestId: uuidv7() }), 503)
  })
  const of = await readLines('startInterviewSitting', 503)
  t.ok(of.every(({ operationId }) => operationId === 'startInterviewSitting'))
  t.match(
    of.find(({ message }) => message === 'the operation failed'),
    { code: 'persistence_unavailable', err: Object },
  )
})

t.test('a slice is logged with its job and kind, and the request that ran it', async (t) => {
  const id = await enqueue({ db, artistId }, 'latest_refresh')
  t.equal(await call('POST', '/api/research/advance', {}), 200)
  const of = await readLines('advanceResearch', 200)
  t.match(
    of.find(({ message }) => message === 'a slice ended'),
    { jobId: id, kind: 'latest_refresh', ending: String },
  )
})

t.test('the stack of a failed slice goes beyond the query builder, to the slice', async (t) => {
  await sql`alter table lore_versions rename to lore_versions_away`.execute(db)
  t.teardown(() => sql`alter table lore_versions_away rename to lore_versions`.execute(db))
  const id = await enqueue({ db, artistId }, 'lore_refresh')
  t.equal(await call('POST', '/api/research/advance', {}), 200)
  const line = await pollUntil(() => lines().find(({ message, jobId }) => message === 'a slice failed' && jobId === id))
  t.match(line.err, { code: '42P01', stack: /runSlice/ })
  t.equal(await call('GET', `/api/artist/${artistId}/knowledge/lore`), 500)
  t.match((await readLines('readArtistLore', 500))[0], { code: 'internal', err: { code: '42P01' } })
})

t.test('a refusal that has several causes is logged with the one that it has', async (t) => {
  const source = await addSource(db, artistId, `The ${canary} were kept on the first take.`)
  await call('POST', `${interview}/session`, { requestId: uuidv7() })
  const session = await db.selectFrom('interview_sessions').select(['id', 'sitting']).executeTakeFirstOrThrow()
  const { snapshotId } = await readMemorySnapshot(db, artistId, session.sitting)
  const good = buildCitation(source, `${canary} were kept`)
  const offer = (ordinal: number, references: object[]) =>
    call('POST', `${interview}/session/${session.id}/offer`, {
      ordinal,
      memorySnapshotId: snapshotId,
      question: `What of the ${canary}?`,
      references,
    })
  const readReasons = () =>
    lines()
      .filter(({ operationId, status }) => operationId === 'offerInterviewQuestion' && status !== undefined)
      .map(({ code, reason }) => [code, reason])
  t.equal(await offer(2, [good]), 409)
  t.equal(await offer(1, [good, { ...good, start: good.start + 1, end: good.end + 1 }]), 409)
  t.equal(await offer(1, [{ ...good, revision: 'f'.repeat(64) }]), 409)
  t.equal(await call('POST', `${interview}/session/${session.id}/finish`, {}), 200)
  t.equal(await offer(1, [good]), 409)
  await pollUntil(() => readReasons().length === 4)
  t.same(readReasons(), [
    ['state_changed', 'ordinal_not_next'],
    ['evidence_changed', 'references/1/quote_differs'],
    ['evidence_changed', 'references/0/revision_not_kept'],
    ['state_changed', 'sitting_finished'],
  ])
})

t.test('no line contains anything of a request’s content', async (t) => {
  t.ok(lines().length > 10)
  for (const secret of [canary, token, token.split('.')[2] ?? token]) t.notOk(service.output().includes(secret))
})

const words = 'We kept it because of the laugh.'

/** An error as the driver makes it of a server message. */
function databaseError(message: string): pg.DatabaseError {
  const fields = { code: '23514', table: 'interview_entries', detail: `Failing row contains (${words}).`, where: words }
  return Object.assign(new pg.DatabaseError(message, 100, 'error'), fields, { hint: words, internalQuery: words })
}

t.test('a message of the runtime may quote a value, and is logged only as far as it names code', async (t) => {
  for (const fail of [JSON.parse, BigInt]) t.equal(serializeError(t.throws(() => fail(words))).message, 'see the stack')
  const error = new TypeError(`Cannot read properties of undefined (reading '${words}')`)
  t.equal(serializeError(error).message, 'Cannot read properties of undefined')
})

t.test('lines of a message that look like stack frames are removed', async (t) => {
  const forged = databaseError(`bad\n    at ${words} (file:///x.ts:1:1)\nand worse`)
  t.notMatch(JSON.stringify(serializeError(forged)), words)
  t.match(serializeError(forged).stack, /^ {4}at .*lines\.test\.ts:\d+:\d+/m, 'the real ones are kept')
})

t.test('of a database error, also as a cause, only names and codes are logged, of no error nothing', async (t) => {
  const view = serializeError(new Error('the outside', { cause: databaseError(words) }))
  const cause = { type: 'DatabaseError', message: 'SQLSTATE 23514', code: '23514', table: 'interview_entries' }
  t.match(view, { message: 'the outside', cause })
  t.notMatch(JSON.stringify(view), words)
  t.same(serializeError(words), { type: 'string', message: 'not an Error', stack: '' })
})
