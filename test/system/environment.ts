import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { addArtist } from '#src/admin/artists.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { operatorTimeouts } from '../../scripts/cli/database.ts'
import { longDatabaseTimeouts } from '../support/settings.ts'
import { chooseTemporaryFolder } from '../support/temporary-folder.ts'
import { copyMigratedDataFolder, unflushed } from './data-folder.ts'

export type TestEnvironment = Awaited<ReturnType<typeof openEnvironment>> & {
  /** Additional settings of every service of this environment. */
  settings?: Readonly<Record<string, string>>
}

/** Runs `work` in an environment of its own, then tears down what it has set up, the last first. */
export async function withTestEnvironment<T>(work: (environment: TestEnvironment) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  const teardown = (end: () => unknown) => void ends.unshift(end)
  try {
    return await work(await openEnvironment(teardown))
  } finally {
    for (const end of ends) await end()
  }
}

/**
 * A migrated database on a server of its own, without a service yet. `program` is what the services are started from;
 * the sources without it.
 */
async function openEnvironment(teardown: (end: () => unknown) => void) {
  const folder = mkdtempSync(join(chooseTemporaryFolder(), 'sittings-test-'))
  teardown(() => rmSync(folder, { recursive: true, force: true }))
  await copyMigratedDataFolder(folder)
  const server = await startEmbeddedPostgres({ folder, settings: { ...unflushed, max_connections: '200' } })
  teardown(() => server.stop())
  // The environment is prepared as by an operator, who waits until the longest text is indexed, and on a busy machine.
  const { pool, timeouts } = loadConfig(longDatabaseTimeouts)
  const patient = { ...timeouts, ...operatorTimeouts }
  const { db, close } = connect({ url: server.url, pool, timeouts: patient, applicationName: 'sittings system test' })
  teardown(close)
  const log = (words: string) => console.log(`  ${words}`)
  const newId = () => uuidv7()
  async function createArtist(): Promise<string> {
    const id = newId()
    await addArtist(db, { id, name: 'Mara Quill', bio: null })
    return id
  }
  return { folder, url: server.url, db, log, teardown, newId, createArtist, program: process.env.PROGRAM }
}
