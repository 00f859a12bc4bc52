import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addArtist } from '#src/admin/artists.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { buildUrl } from '#src/runtime/embedded-postgres/connection.ts'
import { getEmbeddedFolder } from '#src/runtime/open-database.ts'
import type { TestEnvironment } from '../environment.ts'

/**
 * A test environment on the embedded database of a running service (`npm start`) in `dataFolder`. This server has every
 * durability setting, which test servers omit for speed. This process only joins it; it neither starts nor stops it.
 */
export async function joinDatabase(
  environment: TestEnvironment,
  dataFolder: string,
): Promise<TestEnvironment & { server: string }> {
  const config = loadConfig({ DATA_FOLDER: dataFolder })
  const server = getEmbeddedFolder(config)
  const url = readUrl(server)
  const { db, close } = connect({ url, ...config, applicationName: 'sittings system test' })
  environment.teardown(close)
  async function createArtist(): Promise<string> {
    const id = environment.newId()
    await addArtist(db, { id, name: 'Mara Quill', bio: null })
    return id
  }
  return { ...environment, server, url, db, createArtist }
}

/** The server's lock file has its port in the fourth line. */
function readUrl(server: string): string {
  const lock = readFileSync(join(server, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return buildUrl({ port: Number(lock[3]), password: readFileSync(join(server, 'password'), 'utf8') }, 'sittings')
}

/** Whether the server keeps what it has acknowledged through a crash of the machine, by its own settings. */
export async function isDurable({ db }: TestEnvironment): Promise<boolean> {
  const { rows } = await sql<{ durable: boolean }>`select current_setting('fsync') = 'on'
    and current_setting('synchronous_commit') = 'on' and current_setting('full_page_writes') = 'on' as durable`.execute(
    db,
  )
  return rows[0]?.durable ?? false
}
