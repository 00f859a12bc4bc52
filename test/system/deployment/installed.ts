import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

type LockEntry = { optional?: boolean }

/** npm's record of what it has installed. */
const record = 'node_modules/.package-lock.json'

/**
 * Whether the packages of `project` are those that `npm ci` would install for the lock file of `image`, each by its
 * hash.
 */
export function isSameInstallation(project: string, image: string): boolean {
  if (!existsSync(join(project, record))) return false
  const locked = readPackages(join(image, 'package-lock.json'))
  const installed = readPackages(join(project, record))
  return (
    Object.entries(installed).every(([place, found]) => isDeepStrictEqual(found, locked[place])) &&
    Object.entries(locked).every(([place, { optional }]) => place === '' || optional || place in installed)
  )
}

/** Only the packages: caches next to them (compiled code) are not installed. */
export function copyInstalled(project: string, image: string): void {
  const cache = join(project, 'node_modules/.cache')
  const filter = (source: string) => source !== cache
  cpSync(join(project, 'node_modules'), join(image, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter,
  })
}

const readPackages = (file: string): Record<string, LockEntry> => JSON.parse(readFileSync(file, 'utf8')).packages
