import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The bundled document, which every generator reads. */
export const documentPath = fileURLToPath(new URL('../../../openapi/bundle/openapi.json', import.meta.url))

/** A program of a package that the repository installs. */
export const getProgramPath = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))

/** The default address of a generated client: its generators take no relative server for an address. */
export const defaultBaseUrl = 'http://127.0.0.1:3000'

/** A missing tool or a failed step of a generator; printed as its message, without a stack. */
export class CommandError extends Error {}

/** Runs a program to its end; returns its output. @throws CommandError with the program's output */
export async function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1_024 * 1_024 }
    const { stdout } = await promisify(execFile)(program, args, options)
    return stdout
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
      message,
    } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string }
    if (code === 'ENOENT') throw new CommandError(`${program} is not installed here`)
    throw new CommandError(
      `${program} ${args.join(' ')} did not work: ${`${stdout}${stderr}`.trim().slice(-4_000) || message}`,
    )
  }
}

/** The folder of generators that are no packages of this repository, between two calls. */
export const getToolsFolder = () =>
  process.env.SDK_TOOLS ?? fileURLToPath(new URL('../../../.data/sdk-tools', import.meta.url))

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
