import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.ts'

/** The folder of generators that are no packages of this repository, between two calls. */
export const getToolsFolder = () =>
  process.env.SDK_TOOLS ?? fileURLToPath(new URL('../../../../.data/sdk-tools', import.meta.url))

/**
 * A folder with packages of npm, installed by the first call that names these versions.
 * @throws CommandError when npm or its registry is not available
 */
export async function installNpmTools(name: string, dependencies: Record<string, string>): Promise<string> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies })
  const folder = join(getToolsFolder(), `${name}-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`)
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), manifest)
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
  await writeFile(done, '')
  return folder
}
