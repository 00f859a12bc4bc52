import { readFileSync } from 'node:fs'

type LockEntry = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  inBundle?: boolean
  dev?: boolean
  license?: string
  hasInstallScript?: boolean
}
export type Package = LockEntry & { name: string; path: string }

/** What `npm ci` installs from the lock file, on any platform. */
export function listLockedPackages(): Package[] {
  const file = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(file) as { packages: Record<string, LockEntry & { name?: string }> }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...locked, path }))
}
