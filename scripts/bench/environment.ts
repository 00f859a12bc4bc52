import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { startBuilt } from '../../test/support/built.ts'
import type { Service } from '../../test/support/service.ts'
import { deployedFlags } from './deployed-flags.ts'

/**
 * `stock`: PostgreSQL's defaults, with enough connections for all entrants. `tuned`: with more memory and a longer
 * write-ahead log.
 */
const serverSettings = {
  stock: { max_connections: '200', max_wal_size: '1GB' },
  tuned: { max_connections: '200', shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '1h' },
} as const

export type ServerName = keyof typeof serverSettings
export const serverNames = Object.keys(serverSettings) as ServerName[]

export type Server = { name: ServerName; url: string; folder: string }
export type BenchEnvironment = ReturnType<typeof openEnvironment>
type Teardown = (end: () => unknown) => void

/** Runs `work`, and then ends what it has begun, the last first. */
async function withTeardown<T>(work: (teardown: Teardown) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  try {
    return await work((end) => void ends.unshift(end))
  } finally {
    for (const end of ends) await end()
  }
}

/** A folder for the data of one run, which its servers use one after the other. */
export const withDataFolder = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
  withTeardown(async (teardown) => {
    const folder = mkdtempSync(join(tmpdir(), 'sittings-bench-'))
    teardown(() => rmSync(folder, { recursive: true, force: true }))
    return await work(folder)
  })

/** A migrated database on a server whose commits reach the disk, as in production. */
export const withServer = <T>(name: ServerName, folder: string, work: (server: Server) => Promise<T>): Promise<T> =>
  withTeardown(async (teardown) => {
    const { url, stop } = await startEmbeddedPostgres({ folder, settings: serverSettings[name] })
    teardown(stop)
    await migrate({ url, environment: 'development' })
    return await work({ name, url, folder })
  })

/** What one file of `benchmarks/` works with. */
export const withBenchEnvironment = <T>(
  server: Server,
  sizes: Sizes,
  work: (environment: BenchEnvironment) => Promise<T>,
): Promise<T> => withTeardown((teardown) => work(openEnvironment(server, sizes, teardown)))

/** Sizes of the work without rounds: those that the rows name, and small ones for `--small`. */
export type Sizes = { importLines: number }
export const sizes: Record<'full' | 'small', Sizes> = {
  full: { importLines: 120_000 },
  small: { importLines: 2_400 },
}

function openEnvironment({ name, url, folder }: Server, sizes: Sizes, teardown: Teardown) {
  const dataFolder = join(folder, 'service')

  /** The bare driver, as the floors use it. */
  function openPool(max: number, database = url): pg.Pool {
    const pgPool = new pg.Pool({ connectionString: database, max })
    // A server that stops before the pool has let go of its connections is no failure.
    pgPool.on('error', () => {})
    pgPool.on('connect', (client) => client.on('error', () => {}))
    teardown(() => pgPool.end())
    return pgPool
  }

  /** The service's own access to the database. */
  function openDatabase(max: number, database = url) {
    const { timeouts } = loadConfig({})
    const size = { max, waitMs: 60_000 }
    const { db, close } = connect({ url: database, pool: size, timeouts, applicationName: 'sittings bench' })
    teardown(close)
    return db
  }

  /** The service as it is deployed, with no caller limited. */
  async function startService(env: Record<string, string> = {}): Promise<Service> {
    const started = await startBuilt(
      { ...unlimited, DATABASE_URL: url, DATA_FOLDER: dataFolder, ...env },
      deployedFlags,
    )
    teardown(() => started.end('SIGTERM'))
    return started
  }

  /** The header by which a user calls any service of the benchmark. */
  async function authorize(subject: string): Promise<{ authorization: string }> {
    const config = loadConfig({ DATA_FOLDER: dataFolder })
    const token = await signLocalToken(config, { subject, ttlSeconds: 7_200, environment: config.environment })
    return { authorization: `Bearer ${token}` }
  }
  return {
    ...sizes,
    server: name,
    folder,
    dataFolder,
    url,
    openPool,
    openDatabase,
    startService,
    authorize,
    teardown,
    newId: () => uuidv7(),
  }
}

export const unlimited = {
  LOG_LEVEL: 'error',
  RATE_CALLER_PER_MINUTE: '1000000000',
  RATE_COSTLY_PER_MINUTE: '1000000000',
  RATE_ANONYMOUS_PER_MINUTE: '1000000000',
  ANONYMOUS_PER_SECOND_MAX: '1000000',
  ANONYMOUS_AT_ONCE_MAX: '10000',
  EVENT_LOOP_DELAY_MS_MAX: '60000',
  REQUESTS_AT_ONCE_MAX: '1000000',
}

/** An artist with one approved claimant, for benchmarks of an artist's own size. */
export async function addArtist(db: Kysely<DB>, subject: string): Promise<string> {
  const [artistId, userId] = [uuidv7(), uuidv7()]
  await db.insertInto('artists').values({ id: artistId, name: 'Mara Quill' }).execute()
  await db.insertInto('users').values({ id: userId, subject }).execute()
  await db.insertInto('claims').values({ artist_id: artistId, user_id: userId, state: 'approved' }).execute()
  return artistId
}
