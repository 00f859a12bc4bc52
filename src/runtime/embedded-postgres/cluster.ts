import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, EmbeddedError } from './binaries.ts'
import { chownToServerUser, type Identity } from './identity.ts'

const superuser = 'sittings'
const database = 'sittings'

export type Cluster = {
  data: string
  /** Any user of the machine reaches the port, so the server asks for the password in this file. */
  passwordFile: string
  logFile: string
  identity: Identity
  programs: Binaries
}

export const buildUrl = ({ port, password }: { port: number; password: string }) =>
  `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

/** Creates the cluster with its database where there is none. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { data, passwordFile } = cluster
  if (!existsSync(join(data, 'PG_VERSION'))) {
    ensurePasswordFile(cluster)
    await initialize(cluster)
  }
  readPassword(cluster)
  // Of processes that were killed during their first start, or were slower than this one.
  for (const draft of globSync(`${basename(data)}.new-*`, { cwd: dirname(passwordFile) }))
    rmSync(join(dirname(passwordFile), draft), { recursive: true, force: true, maxRetries: 5 })
}

/** @throws EmbeddedError for a cluster whose file is lost */
export function readPassword({ passwordFile }: Cluster): string {
  if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8')
  throw new EmbeddedError(
    `${passwordFile} is missing: put it back, remove ${dirname(passwordFile)} to begin with an empty database, or set DATABASE_URL`,
  )
}

/** With `wx`, two first starts at once agree on one password. */
function ensurePasswordFile({ passwordFile, identity }: Cluster): void {
  try {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 })
    chownToServerUser(passwordFile, identity)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates the data folder under a temporary name and renames it, so that a crash leaves no partial cluster. C.UTF-8
 * sorts by code point on every machine; `--no-sync`, since a new cluster has no data to lose.
 */
async function initialize(cluster: Cluster): Promise<void> {
  const { data, passwordFile, identity, programs } = cluster
  const draft = mkdtempSync(`${data}.new-`)
  chownToServerUser(draft, identity)
  // The password is random, so that iterations would protect nothing, and each connection pays for them.
  const security = ['--auth', 'scram-sha-256', '--pwfile', passwordFile, '--set', 'scram_iterations=1']
  const locale = ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--encoding', 'UTF8']
  const rest = ['--username', superuser, '--data-checksums', '--no-instructions', '--no-sync']
  try {
    await run(cluster, programs.initdb, ['--pgdata', draft, ...rest, ...security, ...locale])
    const single = ['--single', '-c', 'exit_on_error=on', '-D', draft, 'postgres']
    await run(cluster, programs.postgres, single, `create database ${database}\n`)
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another first start was quicker.
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}

async function run({ identity }: Cluster, program: string, args: readonly string[], input = ''): Promise<void> {
  const [command = '', ...rest] = [...identity.prefix, program, ...args]
  const running = promisify(execFile)(command, rest, { ...identity.user, cwd: '/', env: cleanEnvironment() })
  // A program that ends early leaves its input unread; its own words say why.
  running.child.stdin?.on('error', () => {}).end(input)
  await running.catch(({ message, stdout = '', stderr = '' }) => {
    const words = `${stdout}${stderr}`.trim() || message
    throw new EmbeddedError(`${basename(program)} failed: ${selectReason(words)}`)
  })
}

/** The server's messages of errors, where there are any: later lines only report the shutdown. */
export function selectReason(words: string): string {
  const lines = words.split('\n')
  const errors = lines.filter((line) => /\b(ERROR|FATAL|PANIC): /.test(line))
  return (errors.length > 0 ? errors : lines).slice(-3).join(' ')
}

/** Without PG… variables and locale of the user, which would override the server's settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = ['PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']
  const entries = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' }
}
