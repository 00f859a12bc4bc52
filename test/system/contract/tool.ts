import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url))
const shelf = fileURLToPath(new URL('../../../.data/tools', import.meta.url))

/** Milliseconds. Installing takes some ten seconds, and minutes where the registry is slow. */
const installMs = 300_000

/** Nothing is compiled in advance: Python compiles what it loads, and stores that. */
const quietly = ['--quiet', '--no-compile', '--disable-pip-version-check']

/**
 * Installs Schemathesis into a virtual environment, one for each list of requirements; returns the path of its command.
 * @throws when it cannot be installed, with the reason: a system test that did not run has shown nothing
 */
export async function installSchemathesis(log: (words: string) => void): Promise<string> {
  const environment = join(
    shelf,
    `schemathesis-${createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)}`,
  )
  const command = join(environment, 'bin', 'st')
  if (await canRun(command)) return command
  log('makes a virtual environment with Schemathesis (once)')
  const made = await makeEnvironment()
  publishEnvironment(made, environment)
  if (!(await canRun(command))) throw new Error(`Schemathesis was installed but does not start: ${command}`)
  return command
}

const canRun = (command: string) =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  )

async function makeEnvironment(): Promise<string> {
  // Under its final name: the scripts of an environment contain its path.
  const folder = join(shelf, randomUUID())
  mkdirSync(shelf, { recursive: true })
  try {
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', ...quietly, '--requirement', requirements], {
      timeout: installMs,
    })
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`Schemathesis cannot be had: ${findReason(error)}`, { cause: error })
  }
}

function findReason(error: unknown): string {
  const { code, stderr = '', message } = error as NodeJS.ErrnoException & { stderr?: string }
  if (code === 'ENOENT') return 'there is no python3 on this machine; 3.10 or newer is needed, with its venv module'
  return stderr.trim().split('\n').at(-1) || message
}

/** Of several that were made at once the last one is used, and none is ever found half made. */
function publishEnvironment(made: string, environment: string): void {
  rmSync(environment, { force: true })
  try {
    symlinkSync(made, environment)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    rmSync(made, { recursive: true, force: true })
  }
}
