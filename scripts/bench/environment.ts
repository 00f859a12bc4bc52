import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrate.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { startBuilt } from '../../test/support/built.ts'
import type { Service } from '../../test/support/service.ts'
import { deployedFlags } from './start/boot.ts'

export type BenchEnvironment = Awaited<ReturnType<typeof openStage>>

/** Runs `work` on a stage of its own, and tears down whatever it has set up, the last first. */
export async function withBenchEnvironment<T>(work: (stage: BenchEnvironment) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  try {
    return await work(await openStage((end) => void ends.unshift(end)))
  } finally {
    for (const end of ends) await end()
  }
}

/** A migrated database on a server of its own with the durability of production: every commit is flushed to disk. */
async function openStage(teardown: (end: () => unknown) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-bench-'))
  teardown(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({
    folder,
    settings: { max_connections: '200', shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '1h' },
  })
  teardown(() => server.stop())
  await migrate({ url: server.url, environment: 'development' })
  const { pool: size, timeouts } = loadConfig({})
  const { db, close } = connect({ url: server.url, pool: size, timeouts, applicationName: 'sittings bench' })
  teardown(close)
  const say = (words: string) => console.log(words)

  /** The bare driver, for the floors; over another database of the same server where one is named. */
  function pool(max: number, url = server.url): pg.Pool {
    const bare = new pg.Pool({ connectionString: url, max })
    // A server that stops before the pool has closed is expected here.
    bare.on('error', () => {})
    teardown(() => bare.end())
    return bare
  }

  /** The service as it is deployed, without rate limits. */
  async function service(env: Record<string, string> = {}): Promise<Service> {
    const unpaced = {
      DATABASE_URL: server.url,
      DATA_FOLDER: join(folder, 'service'),
      LOG_LEVEL: 'error',
      RATE_CALLER_PER_MINUTE: '1000000000',
      RATE_COSTLY_PER_MINUTE: '1000000000',
      RATE_ANONYMOUS_PER_MINUTE: '1000000000',
      EVENT_LOOP_DELAY_MS_MAX: '60000',
      REQUESTS_AT_ONCE_MAX: '1000000',
    }
    const started = await startBuilt({ ...unpaced, ...env }, deployedFlags)
    teardown(() => started.end('SIGTERM'))
    return started
  }
  return { folder, url: server.url, db, pool, service, say, teardown, newId: () => uuidv7() }
}
