import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { startBuilt } from '../../test/support/built.ts'
import type { Service } from '../../test/support/service.ts'

/**
 * PostgreSQL's defaults, with connections for all and no checkpoint in a round, which would meet one entrant and not
 * the other. Commits reach the disk, as in production.
 */
const serverSettings = { max_connections: '200', max_wal_size: '8GB', checkpoint_timeout: '1h' }

const unlimited = {
  LOG_LEVEL: 'error',
  RATE_CALLER_PER_MINUTE: '1000000000',
  RATE_COSTLY_PER_MINUTE: '1000000000',
  RATE_ANONYMOUS_PER_MINUTE: '1000000000',
  EVENT_LOOP_DELAY_MS_MAX: '60000',
  REQUESTS_AT_ONCE_MAX: '1000000',
}

/** Sizes of the work without rounds. */
type Sizes = { importLines: number }
export type BenchEnvironment = Awaited<ReturnType<typeof openEnvironment>>

/** Runs `work` with a server, and then ends what it has begun, the last first. */
export async function withBenchEnvironment<T>(
  sizes: Sizes,
  work: (environment: BenchEnvironment) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = []
  try {
    return await work(await openEnvironment(sizes, (end) => void ends.unshift(end)))
  } finally {
    for (const end of ends) await end()
  }
}

async function openEnvironment({ importLines }: Sizes, teardown: (end: () => unknown) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-bench-'))
  teardown(() => rmSync(folder, { recursive: true, force: true }))
  const dataFolder = join(folder, 'service')
  const { url, stop } = await startEmbeddedPostgres({ folder, settings: serverSettings })
  teardown(stop)
  await migrate({ url, environment: 'development' })

  /** The bare driver, as the floors use it. */
  function openPool(max: number): pg.Pool {
    const pgPool = new pg.Pool({ connectionString: url, max })
    // A server that stops before the pool has let go of its connections is no failure.
    pgPool.on('error', () => {})
    pgPool.on('connect', (client) => client.on('error', () => {}))
    teardown(() => pgPool.end())
    return pgPool
  }

  /** The service's own access to the database. */
  function openDatabase(max: number) {
    const { timeouts } = loadConfig({})
    const { db, close } = connect({ url, pool: { max, waitMs: 60_000 }, timeouts, applicationName: 'sittings bench' })
    teardown(close)
    return db
  }

  /** The service as it is deployed, with no caller limited. */
  async function startService(): Promise<Service> {
    const started = await startBuilt({ ...unlimited, DATABASE_URL: url, DATA_FOLDER: dataFolder })
    teardown(() => started.end('SIGTERM'))
    return started
  }

  /** The header by which a user calls the service. */
  async function authorize(subject: string): Promise<string> {
    const config = loadConfig({ DATA_FOLDER: dataFolder })
    return `Bearer ${await signLocalToken(config, { subject, ttlSeconds: 7_200, environment: config.environment })}`
  }
  return { importLines, folder, dataFolder, url, openPool, openDatabase, startService, authorize, teardown }
}
