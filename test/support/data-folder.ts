import { chmodSync, constants, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '#src/database/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { useBuildCache } from '../../scripts/build-cache.ts'
import { hashMigrations } from './hash-migrations.ts'

const shelf = fileURLToPath(new URL('../../.data/data-folders', import.meta.url))

/** System tests kill processes, but never this server: flushing would only slow it down. */
export const unflushed = { fsync: 'off' }

/**
 * Copies a migrated database into an empty folder, for `startEmbeddedPostgres`. It takes a second and a half to make,
 * so it is made once for each state of the migrations, by the first caller, and copied from then on; no server runs on
 * the original.
 */
export async function copyMigratedDataFolder(folder: string): Promise<void> {
  copyServerFolder(await useBuildCache(shelf, computeDataFolderName(), createMigratedDataFolder), folder)
}

/**
 * Copies the database of a service with its samples, as the first start leaves it, into `folder`.
 * @param build the name of the build that makes it
 * @param start runs this build in a data folder to its orderly end
 */
export async function copySampleDataFolder(
  folder: string,
  build: string,
  start: (folder: string) => Promise<unknown>,
): Promise<void> {
  const cached = await useBuildCache(shelf, `samples-${build}`, async (made) => void (await start(made)))
  copyServerFolder(join(cached, 'postgres'), join(folder, 'postgres'))
}

/** The password and the data, without the log. */
function copyServerFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const data = join(to, 'data')
  cpSync(join(from, 'password'), join(to, 'password'))
  cpSync(join(from, 'data'), data, { recursive: true, mode: constants.COPYFILE_FICLONE })
  // The server refuses a folder that others may read.
  chmodSync(data, 0o700)
}

/** Another state of the migrations has another data folder, and so has another release of the server. */
function computeDataFolderName(): string {
  const { packages }: { packages: Record<string, { version: string }> } = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  )
  const releases = Object.entries(packages).flatMap(([name, { version }]) =>
    name.includes('/@embedded-postgres/') ? [version] : [],
  )
  return ['tcp', ...new Set(releases), hashMigrations()].join('-')
}

async function createMigratedDataFolder(folder: string): Promise<void> {
  const server = await startEmbeddedPostgres({ folder, settings: unflushed })
  await migrate({ url: server.url, environment: 'development' }).finally(() => server.stop())
}
