import type { Socket } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { recordSchemaState, toDatabaseProblem } from '#src/database/violations.ts'
import { openPool } from '../support/database.ts'
import { startTcpServer } from '../support/local-server.ts'
import { createTestContext } from '../support/test-context.ts'

const buildCodedError = (code: string) => Object.assign(new Error('some words'), { code })
recordSchemaState({ isMigrated: false }) // as a process begins: another file of the group may have changed it

t.test('every state of an outage is persistence_unavailable, with Retry-After', async (t) => {
  const outages = {
    '57P01': 'the session was terminated',
    '57P02': 'the server crashed',
    '57P03': 'the server is starting or stopping',
    '57P05': 'the session idled too long',
    '57014': 'the statement took too long',
    '55P03': 'the lock was not to be had',
    '25P03': 'the transaction idled too long',
    '25P04': 'the transaction took too long',
    '25006': 'this server became read only',
    '28P01': 'the password is another one',
    '28000': 'the role is not there',
    '3D000': 'the database is not there',
    '40001': 'a serialization conflict, after the retries',
    '40P01': 'a deadlock, after the retries',
    CIINF: 'a shard that was moved, after the retries',
    '42P01': 'a table that a migration has yet to make',
    '42703': 'a column that a migration has yet to make',
    '08000': 'connection exception',
    '08001': 'the server cannot be reached',
    '08003': 'the connection does not exist',
    '08004': 'the server refused the connection',
    '08006': 'the connection failed',
    '08P01': 'protocol violation',
    '53000': 'insufficient resources',
    '53100': 'the disk is full',
    '53200': 'out of memory',
    '53300': 'too many connections',
    '53400': 'a configured limit was exceeded',
    '58000': 'system error',
    '58030': 'I/O error',
    '26000': 'the prepared statement is lost',
    '42P05': 'the session has a prepared statement that is not known of',
    ECONNRESET: 'the connection was reset',
    ECONNREFUSED: 'connection refused',
    ECONNABORTED: 'the connection was aborted',
    EPIPE: 'the other end is closed',
    ETIMEDOUT: 'TCP gave up',
    EHOSTUNREACH: 'no route to the host',
    ENETUNREACH: 'no route to the network',
    ENOTFOUND: 'the name does not resolve',
    EAI_AGAIN: 'the name service is away',
  }
  for (const [code, meaning] of Object.entries(outages)) {
    t.match(
      toDatabaseProblem(buildCodedError(code)),
      { code: 'persistence_unavailable', status: 503, retryAfter: 1 },
      `${code}: ${meaning}`,
    )
  }
})

t.test('a cluster’s worker lost before the COMMIT is an outage, any other internal error a defect', async (t) => {
  const internal = (message: string) => Object.assign(new Error(message), { code: 'XX000' })
  const lost = internal('could not commit transaction for shard 102039 on at least one active node')
  t.match(toDatabaseProblem(lost), { code: 'persistence_unavailable', status: 503 })
  t.equal(toDatabaseProblem(internal('cache lookup failed for type 1')), undefined)
})

t.test('the cause is in the log and not in the response', async (t) => {
  const error = Object.assign(new Error('canary'), { code: '57P01' })
  const problem = toDatabaseProblem(error)
  t.equal(problem?.cause, error)
  t.notMatch(JSON.stringify(problem?.body), /canary/)
})

t.test('a problem is returned unchanged', async (t) => {
  const problem = new Problem('not_found')
  t.equal(toDatabaseProblem(problem), problem)
})

t.test('a missing column is an outage until every migration is applied, and a defect from then on', async (t) => {
  for (const code of ['42P01', '42703']) {
    t.match(toDatabaseProblem(buildCodedError(code)), { code: 'persistence_unavailable' })
    recordSchemaState({ isMigrated: true })
    t.equal(toDatabaseProblem(buildCodedError(code)), undefined)
    recordSchemaState({ isMigrated: false })
  }
})

t.test('a renamed column is an internal error of its readers, while the service stays ready', async (t) => {
  const context = await createTestContext(t)
  await sql`alter table artists rename column bio to biography`.execute(context.db)
  t.equal((await context.app.inject('/ready')).statusCode, 200)
  const brief = await context.call('owner', 'GET', `/api/artist/${context.artistId}/knowledge/brief`)
  t.match(brief, { status: 500, body: { code: 'internal' } })
})

t.test('a defect of the service is not an outage', async (t) => {
  const defects = {
    '23505': 'a unique constraint',
    '23514': 'a check constraint',
    '23503': 'a foreign key',
    '23502': 'not null',
    '42601': 'a syntax error',
    '42883': 'a function that does not exist',
    '22P02': 'an invalid text',
    '22021': 'an invalid character',
    '25P02': 'a statement in a failed transaction',
    '0A000': 'a feature that is not supported',
    XX001: 'corrupted data',
    ERR_INVALID_ARG_TYPE: 'a wrong argument',
    ENOENT: 'a file that is missing',
  }
  for (const [code, meaning] of Object.entries(defects))
    t.equal(toDatabaseProblem(buildCodedError(code)), undefined, `${code}: ${meaning}`)
  for (const thrown of [undefined, null, 'words', 7, {}, { code: '57P01' }, new Error('Query read timeouts')]) {
    t.equal(toDatabaseProblem(thrown), undefined, String(thrown))
  }
})

t.test('real failures of the driver that have no code of the server are recognised', async (t) => {
  const readFailure = async (target: string) => {
    const { db } = openPool(t, target, { timeouts: { connectMs: 200 } })
    return toDatabaseProblem(await sql`select 1`.execute(db).catch((caught: unknown) => caught))?.code
  }
  t.equal(await readFailure('postgresql://a@localhost/b?host=/nowhere'), 'persistence_unavailable', 'no socket')
  const servers = { 'no word': () => {}, 'hung up': (socket: Socket) => void socket.destroy() }
  for (const [name, onSocket] of Object.entries(servers)) {
    const port = await startTcpServer(t, onSocket)
    t.equal(await readFailure(`postgresql://a@127.0.0.1:${port}/b`), 'persistence_unavailable', name)
  }
})
