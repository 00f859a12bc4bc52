import { spawn } from 'node:child_process'
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
import { text } from 'node:stream/consumers'
import { EmbeddedError } from './error.ts'
import { chownToServerUser, type Identity } from './identity.ts'
import { cleanEnvironment, getUser } from './server-process.ts'

export const superuser = 'sittings'

export type Cluster = {
  data: string
  /** Any user of the machine reaches the port, so the server asks for the password in this file. */
  passwordFile: string
  identity: Identity
  initdb: string
}

/**
 * Creates the data folder under a temporary name and renames it, so that a crash leaves no partial cluster. C.UTF-8
 * sorts by code point on every machine; `--no-sync`, since a new cluster has no data to lose.
 * @returns the password
 */
export async function ensureCluster(cluster: Cluster): Promise<string> {
  const { data, passwordFile } = cluster
  removeAbandonedDrafts(data)
  if (existsSync(join(data, 'PG_VERSION'))) refuseLostPassword(cluster)
  else {
    ensurePasswordFile(cluster)
    await initialize(cluster)
  }
  return readFileSync(passwordFile, 'utf8')
}

function refuseLostPassword({ data, passwordFile }: Cluster): void {
  if (existsSync(passwordFile)) return
  throw new EmbeddedError(
    `${passwordFile} is missing: put it back, remove ${dirname(data)} to begin with an empty database, or set DATABASE_URL`,
  )
}

/** Linked under its name once it is written: of two first starts each must read a whole password, the same one. */
function ensurePasswordFile({ passwordFile, identity }: Cluster): void {
  if (existsSync(passwordFile)) return
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

async function initialize(cluster: Cluster): Promise<void> {
  const { data, passwordFile, identity, initdb } = cluster
  const draft = mkdtempSync(`${getDraftPrefix(data)}${process.pid}-`)
  chownToServerUser(draft, identity)
  // The password is random, so that iterations would protect nothing, and each connection pays for them.
  const security = ['--auth', 'scram-sha-256', '--pwfile', passwordFile, '--set', 'scram_iterations=1']
  const locale = ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--encoding', 'UTF8']
  const rest = ['--username', superuser, '--data-checksums', '--no-instructions', '--no-sync']
  try {
    await run(cluster, [initdb, '--pgdata', draft, ...rest, ...security, ...locale])
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}

const getDraftPrefix = (data: string) => `${data}.new-`

/** Removes drafts of processes that were killed during their first start. */
function removeAbandonedDrafts(data: string) {
  const prefix = basename(getDraftPrefix(data))
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

async function run({ identity }: Cluster, commandLine: readonly string[]): Promise<void> {
  const [command = '', ...args] = [...identity.prefix, ...commandLine]
  const child = spawn(command, args, {
    ...getUser(identity),
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [said, warned, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code === 0) return
  const words = `${said}${warned}`.trim().split('\n').slice(-3).join(' ')
  throw new EmbeddedError(`${basename(commandLine[0] ?? '')} failed: ${words}`)
}
