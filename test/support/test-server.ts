// The PostgreSQL that all test files share, started by the first that needs it, in a process of its own. Ends when no
// test is connected for a few seconds (each holds a connection), and with this process in any case.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { getTemplateName, urlFile } from './test-template.ts'

const idleSecondsMax = 5
const [folder = ''] = process.argv.slice(2)

// Nothing here outlives the tests, so nothing is flushed to disk.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A database lives for seconds.
  autovacuum: 'off',
}
const start = () => startEmbeddedPostgres({ folder, settings })

/** Without flushing, a crash of the machine may have corrupted the folder; everything in it can be recreated. */
async function startOrRecreate(): Promise<EmbeddedPostgres> {
  try {
    return await start()
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return await start()
  }
}

async function dropLeftovers(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^(test|building|template)_' and datname <> $1`,
    [getTemplateName()],
  )
  for (const { name } of rows) await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`)
}

async function waitUntilIdle(client: pg.Client) {
  for (let idleSeconds = 0; idleSeconds < idleSecondsMax; ) {
    if (idleSeconds === 0) writeFileSync(join(folder, urlFile), server.url)
    await sleep(1_000)
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    idleSeconds = rows[0]?.others === 0 ? idleSeconds + 1 : 0
    // A test that has read the address just before is connected in the last second.
    if (idleSeconds === idleSecondsMax - 1) rmSync(join(folder, urlFile))
  }
}

const server = await startOrRecreate()
if (server.owned) {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await dropLeftovers(client)
  await waitUntilIdle(client)
  await client.end()
}
await server.stop()
