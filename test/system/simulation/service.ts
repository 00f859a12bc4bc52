import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { readTableSchemas, type TableSchema } from '#src/admin/archive/table-schemas.ts'
import { saveUser } from '#src/admin/users.ts'
import { buildApp } from '#src/app.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { assertConforms } from '../../support/conforms.ts'
import { withoutLimits } from '../../support/settings.ts'
import { type ApiReply, type Method, parseBody } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import { patient } from '../service.ts'
import { actors } from './lane.ts'
import { type Observer, openObserver } from './observer.ts'
import { createSteppedDatabase } from './stepped-database.ts'

/** The whole service over a database whose statements wait for the scheduler. */
export type Service = {
  /** Where the statements of a lane wait; those without a lane do not. */
  db: Kysely<DB>
  /** Where nothing waits. */
  plain: Kysely<DB>
  observer: Observer
  shapes: TableSchema[]
  call(method: Method, path: string, body?: unknown): Promise<ApiReply>
}

/** A deadlock is detected soon; nothing else here waits for a clock. */
const deadlockMs = 200
/** Every lane of a few schedules at a time has a connection, and a new one besides while a lost one is noticed. */
const connectionsMax = 60

/** After a second without processor time the service would shed load for a second: `shedding` tests that. */
const shedMax = 200
const shedMs = 50

const limits = {
  LOG_LEVEL: 'silent',
  DATABASE_POOL_MAX: String(connectionsMax),
  ...withoutLimits,
}

export async function openService(environment: TestEnvironment): Promise<Service> {
  const config = loadConfig({ DATA_FOLDER: join(environment.folder, 'service'), ...patient, ...limits })
  await sql.raw(`alter database sittings set deadlock_timeout = '${deadlockMs}ms'`).execute(environment.db)
  await saveUser(environment.db, { subject: 'owner', admin: null })
  const { pool, timeouts } = config
  const opened = connect({
    url: environment.url,
    pool: { ...pool, max: connectionsMax },
    timeouts,
    applicationName: 'sittings interleavings',
  })
  const observer = openObserver(environment.url)
  const db = createSteppedDatabase(opened.pool, observer)
  const newId = () => actors.getStore()?.newId() ?? environment.newId()
  const app = await buildApp(config, { db, newId, providers: {} }, async () => undefined)
  environment.teardown(() => opened.close())
  environment.teardown(() => observer.close())
  environment.teardown(() => app.close())
  const token = await signLocalToken(config, { subject: 'owner', ttlSeconds: 86_400, environment: config.environment })

  async function call(method: Method, path: string, body?: unknown): Promise<ApiReply> {
    for (let shed = 0; ; shed += 1) {
      const answer = await send(method, path, body)
      if (answer.body?.code !== 'overloaded' || shed === shedMax) return answer
      await after(shedMs)
    }
  }

  async function send(method: Method, path: string, body: unknown): Promise<ApiReply> {
    const response = await app.inject({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const answer = {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      body: parseBody(response.headers['content-type'], response.payload),
    }
    assertConforms(method, path, answer)
    return answer
  }
  // The service caches known users: without this, a schedule that is played first would take one step more than later
  // ones.
  await call('GET', `/api/artist/${environment.newId()}/interview/session`)
  return { db, plain: environment.db, observer, shapes: await readTableSchemas(environment.db), call }
}

/** Ids that a repeated schedule makes again: the n-th of its maker. Formed as the service's own. */
export function createIdSequence(maker: string): () => string {
  let made = 0
  return () => {
    const hex = createHash('sha256').update(`${maker}/${made++}`).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}
