import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache/sittings-bench', import.meta.url))

/**
 * The peers' packages, at exact versions, in the `node_modules` of a folder, which is no dependency of the service.
 * @throws when they cannot be installed; a benchmark without them shows nothing
 */
export function installPeers(versions: Readonly<Record<string, string>>): { folder: string; require: NodeJS.Require } {
  const manifest = JSON.stringify({ name: 'peers', private: true, type: 'module', dependencies: versions })
  const folder = join(cache, createHash('sha256').update(manifest).digest('hex').slice(0, 16))
  if (!existsSync(folder)) {
    // Under another name first: an interrupted install is never taken for a complete one.
    const growing = `${folder}.${process.pid}`
    mkdirSync(growing, { recursive: true })
    writeFileSync(join(growing, 'package.json'), manifest)
    try {
      const options = { cwd: growing, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
      execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], options)
      renameSync(growing, folder)
    } finally {
      rmSync(growing, { recursive: true, force: true })
    }
  }
  return { folder, require: createRequire(join(folder, 'package.json')) }
}
