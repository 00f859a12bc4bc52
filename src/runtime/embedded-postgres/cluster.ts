import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, EmbeddedError } from './binaries.ts'
import { chownToServerUser, getUser, type Identity } from './identity.ts'

const superuser = 'sittings'
const database = 'sittings'

export type Cluster = {
  data: string
  /** Any user of the machine reaches the port, so the server asks for the password in this file. */
  passwordFile: string
  identity: Identity
  programs: Binaries
}

export const buildUrl = ({ port, password }: { port: number; password: string }, name = database) =>
  `postgresql://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}?sslmode=disable`

/** Creates the cluster with its database where there is none. @returns the password */
export async function ensureCluster(cluster: Cluster): Promise<string> {
  const { data, passwordFile } = cluster
  removeAbandonedDrafts(data)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    ensurePasswordFile(cluster)
    await initialize(cluster)
  } else if (!existsSync(passwordFile)) {
    throw new EmbeddedError(
      `${passwordFile} is missing: put it back, remove ${dirname(data)} to begin with an empty database, or set DATABASE_URL`,
    )
  }
  return readFileSync(passwordFile, 'utf8')
}

/** Linked under its name once it is written: of two first starts each must read a whole password, the same one. */
function ensurePasswordFile({ passwordFile, identity }: Cluster): void {
  const draft = `${passwordFile}.new-${process.pid}`
  writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 })
  chownToServerUser(draft, identity)
  try {
    linkSync(draft, passwordFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/**
 * Creates the data folder under a temporary name and renames it, so that a crash leaves no partial cluster. C.UTF-8
 * sorts by code point on every machine; `--no-sync`, since a new cluster has no data to lose.
 */
async function initialize(cluster: Cluster): Promise<void> {
  const { data, passwordFile, identity, programs } = cluster
  const draft = mkdtempSync(`${data}.new-${process.pid}-`)
  chownToServerUser(draft, identity)
  // The password is random, so that iterations would protect nothing, and each connection pays for them.
  const security = ['--auth', 'scram-sha-256', '--pwfile', passwordFile, '--set', 'scram_iterations=1']
  const locale = ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--encoding', 'UTF8']
  const rest = ['--username', superuser, '--data-checksums', '--no-instructions', '--no-sync']
  try {
    await run(cluster, programs.initdb, ['--pgdata', draft, ...rest, ...security, ...locale])
    await run(cluster, programs.postgres, ['--single', '-D', draft, 'postgres'], `create database ${database}\n`)
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another first start was quicker.
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}

/** Removes drafts of processes that were killed during their first start. */
function removeAbandonedDrafts(data: string): void {
  const prefix = `${basename(data)}.new-`
  for (const name of readdirSync(dirname(data))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    rmSync(join(dirname(data), name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function run({ identity }: Cluster, program: string, args: readonly string[], input = ''): Promise<void> {
  const [command = '', ...rest] = [...identity.prefix, program, ...args]
  const running = promisify(execFile)(command, rest, { ...getUser(identity), cwd: '/', env: cleanEnvironment() })
  running.child.stdin?.end(input)
  await running.catch(({ message, stdout = '', stderr = '' }) => {
    const words = `${stdout}${stderr}`.trim() || message
    throw new EmbeddedError(`${basename(program)} failed: ${words.split('\n').slice(-3).join(' ')}`)
  })
}

/** Without PG… variables and locale of the user, which would override the server's settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = ['PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']
  const entries = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' }
}
