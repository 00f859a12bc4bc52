import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { saveUser } from '#src/admin/users.ts'
import { buildApp } from '#src/app.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { Database, type Pool } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { openPool } from '../../support/database.ts'
import { withoutLimits } from '../../support/settings.ts'
import { type ApiReply, injectRequest, type Method } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import { patient } from '../service.ts'
import { actors, type Lane, type Observer, openObserver, sendThrough } from './lane.ts'
import { doesLockArtist, summarizeStatement } from './schedule.ts'

/** The whole service over a database whose statements wait for the scheduler. */
export type Service = {
  /** Where the statements of a lane wait; those without a lane do not. */
  db: Kysely<DB>
  /** Where nothing waits. */
  plain: Kysely<DB>
  observer: Observer
  call(method: Method, path: string, body?: unknown): Promise<ApiReply>
}

/** A deadlock is detected soon; nothing else here waits for a clock. */
const deadlockMs = 200
/** Every lane of a few schedules at a time has a connection, and a new one besides while a lost one is noticed. */
const connectionsMax = 60

/** After a second without processor time the service would shed load for a second: rate-limit/ready tests that. */
const shedMax = 200
const shedMs = 50

const limits = {
  LOG_LEVEL: 'silent',
  DATABASE_POOL_MAX: String(connectionsMax),
  ...withoutLimits,
}

export async function openService(environment: TestEnvironment): Promise<Service> {
  const config = loadConfig({ DATA_FOLDER: join(environment.folder, 'service'), ...patient, ...limits })
  const database = new URL(environment.url).pathname.slice(1)
  await sql`alter database ${sql.ref(database)} set deadlock_timeout = ${sql.lit(deadlockMs)}`.execute(environment.db)
  await saveUser(environment.db, { subject: 'owner', admin: null })
  const { pool, timeouts } = config
  const opened = openPool(environment, environment.url, { pool: { ...pool, max: connectionsMax }, timeouts })
  const observer = openObserver(environment.url)
  const db = createSteppedDatabase(opened.pool, observer)
  const newId = () => actors.getStore()?.newId() ?? environment.newId()
  const app = await buildApp(config, { db, newId, providers: {} }, async () => undefined)
  environment.teardown(() => observer.close())
  environment.teardown(() => app.close())
  const claim = { subject: 'owner', ttlSeconds: 86_400, environment: config.environment }
  const authorization = `Bearer ${await signLocalToken(config, claim)}`

  async function call(method: Method, path: string, body?: unknown): Promise<ApiReply> {
    for (let shed = 0; ; shed += 1) {
      const answer = await injectRequest(app, { method, url: path, headers: { authorization }, body })
      if (answer.body?.code !== 'overloaded' || shed === shedMax) return answer
      await after(shedMs)
    }
  }

  // The service caches known users: without this, a schedule that is played first would take one step more than later
  // ones.
  await call('GET', `/api/artist/${environment.newId()}/interview/session`)
  return { db, plain: environment.db, observer, call }
}

/** Ids that a repeated schedule makes again: the n-th of its maker. Formed as the service's own. */
export function createIdSequence(maker: string): () => string {
  let made = 0
  return () => {
    const hex = createHash('sha256').update(`${maker}/${made++}`).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

/**
 * The service's own database, where every statement of a lane waits for the scheduler; others pass. Statements of one
 * flush run one after the other, as in the server. Each lane counts as a process of its own: they wait for each other
 * only in the database.
 */
function createSteppedDatabase(pool: pg.Pool, observer: Observer): Database {
  const stepped = new WeakMap<pg.PoolClient, SteppedClient>()
  const connect = async (): Promise<SteppedClient> => {
    const client = await pool.connect()
    const known = stepped.get(client) ?? createSteppedClient(client, observer)
    stepped.set(client, known)
    return known
  }
  const none = () => {}
  const artistMutex = { acquire: async () => none }
  const { options } = pool
  return new Database({ pool: { connect, options, end: () => pool.end() } as unknown as Pool, artistMutex })
}

type SteppedClient = Pick<pg.PoolClient, 'release'> & { query: Query; connection: unknown }
// biome-ignore lint/suspicious/noExplicitAny: the driver's own result, of which only the rows count
type Query = (query: string | Submission, values?: unknown[]) => any
type Answer = { rowCount?: number | null; rows: unknown[] }
/** A statement as the service sends it: the driver uses a callback, and returns no promise. */
type Submission = pg.Submittable & { text: string; callback: (error: Error | null, answer?: Answer) => void }

function createSteppedClient(client: pg.PoolClient, observer: Observer): SteppedClient {
  // The driver knows its session's number, but not in its types.
  const { processID: pid, connection } = client as unknown as { processID: number; connection: unknown }
  let before: Promise<unknown> = Promise.resolve()

  function step(sql: string, send: () => Promise<Answer>): Promise<Answer> {
    const lane = actors.getStore()?.lane
    if (lane === undefined) return send()
    const sent = before.then(() => takeStep(lane, { sql, pid, client, observer }, send))
    before = sent.catch(() => {})
    return sent
  }
  const query: Query = (submitted, values) => {
    if (typeof submitted === 'string') return step(submitted, () => client.query(submitted, values))
    const { text, callback } = submitted
    const answered = step(text, () => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      submitted.callback = (error, answer) => (answer === undefined ? reject(error) : resolve(answer))
      client.query(submitted)
      return promise
    })
    answered.then(
      (answer) => callback(null, answer),
      (error) => callback(error),
    )
    return submitted
  }
  return { query, connection, release: (destroy) => client.release(destroy) }
}

type SentStatement = { sql: string; pid: number; client: pg.PoolClient; observer: Observer }

async function takeStep(
  lane: Lane,
  { sql, ...connection }: SentStatement,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const words = summarizeStatement(sql)
  const fault = await lane.arrive(words, connection.pid)
  // After a statement that failed the same flush still has its COMMIT, which ends nothing but a failed transaction.
  const isCommit = words === 'commit' && lane.isInTransaction
  // A server that refuses a statement releases the transaction's locks at once, and not with the ROLLBACK that follows.
  let hasFailed = true
  try {
    const result = await (fault === undefined ? send() : sendThrough(fault, words, connection, send))
    if (words === 'begin') lane.isInTransaction = true
    if (doesLockArtist(words)) lane.holdsArtist = lane.isInTransaction
    hasFailed = false
    return result
  } finally {
    if (fault !== undefined) lane.injected.faults.push(fault)
    if (fault === 'severed after' && isCommit) lane.injected.hasLostCommit = true
    if (hasFailed || words === 'commit' || words === 'rollback' || !lane.isInTransaction) endTransaction(lane)
    lane.waitsFor = []
    lane.moveTo('thinking')
  }
}

function endTransaction(lane: Lane): void {
  Object.assign(lane, { isInTransaction: false, holdsArtist: false })
  lane.transactionsEnded += 1
}
