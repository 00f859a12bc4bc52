import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { addArtist } from '#src/admin/artists.ts'
import { loadConfig } from '#src/config.ts'
import type { ConnectedDatabase } from '#src/database/connect.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { operatorTimeouts } from '../../scripts/cli/database.ts'
import { copyMigratedDataFolder, unflushed } from '../support/built.ts'
import { copyTemplate, openPool } from '../support/database.ts'
import { longDatabaseTimeouts } from '../support/settings.ts'
import { chooseTemporaryFolder } from '../support/test-template.ts'

/** What an environment needs of a test: a script has the same, without a test. */
type Owner = { teardown(end: () => unknown): unknown; comment(words: string): unknown }

export type TestEnvironment = {
  folder: string
  /** The address of the database. */
  url: string
  db: ConnectedDatabase['db']
  log(words: string): void
  /** The figure of a promise, which the report of a run repeats at its end. */
  report(name: string, words: string): void
  teardown(end: () => unknown): void
  newId(): string
  createArtist(): Promise<string>
}

/** Whether each promise is shown whole, as in `npm run test:nightly`; else with fewer rounds. */
export const isNightly = process.env.NIGHTLY !== undefined

/**
 * A migrated database that goes with the test, on the server that all tests share. In a nightly run, and for a test
 * that names settings, on a server of its own. No service is started yet.
 */
export async function openEnvironment(
  owner: Owner,
  settings?: Readonly<Record<string, string>>,
): Promise<TestEnvironment> {
  const teardown = (end: () => unknown) => void owner.teardown(end)
  const folder = mkdtempSync(join(chooseTemporaryFolder(), 'sittings-test-'))
  teardown(() => rmSync(folder, { recursive: true, force: true }))
  const isShared = settings === undefined && !isNightly
  const url = isShared ? await copyTemplate(owner) : await startServer({ folder, teardown }, settings)
  const log = (words: string) => void owner.comment(words)
  const report = (name: string, words: string) => log(`figure: ${name}: ${words}`)
  const newId = () => uuidv7()
  return createEnvironmentOn({ folder, log, report, teardown, newId }, url)
}

async function startServer(
  { folder, teardown }: Pick<TestEnvironment, 'folder' | 'teardown'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  await copyMigratedDataFolder(folder)
  const server = await startEmbeddedPostgres({
    folder,
    settings: { ...unflushed, max_connections: '200', ...settings },
  })
  teardown(() => server.stop())
  return server.url
}

type Surroundings = Pick<TestEnvironment, 'folder' | 'log' | 'report' | 'teardown' | 'newId'>

/** The environment with another database. */
export function createEnvironmentOn(environment: Surroundings, url: string): TestEnvironment {
  // It is prepared as by an operator, who waits until the longest text is indexed, and on a busy machine.
  const { pool, timeouts } = loadConfig(longDatabaseTimeouts)
  const { db } = openPool(environment, url, { pool, timeouts: { ...timeouts, ...operatorTimeouts } })
  async function createArtist(): Promise<string> {
    const id = environment.newId()
    await addArtist(db, { id, name: 'Mara Quill', bio: null })
    return id
  }
  return { ...environment, url, db, createArtist }
}
