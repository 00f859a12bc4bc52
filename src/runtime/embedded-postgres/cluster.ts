import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedError } from './error.ts'
import { chownToServerUser, type Identity } from './identity.ts'
import { cleanEnvironment, isAlive } from './launch.ts'

export const superuser = 'sittings'

/**
 * Creates the data folder under a temporary name and renames it, so that a crash leaves no partial cluster. C.UTF-8
 * sorts by code point on every machine; `--no-sync`, since a new cluster has no data to lose. The socket's directory is
 * private and trusted; TCP is open to every local user and needs a password.
 */
export async function ensureCluster(
  data: string,
  { identity, initdb, passwordFile }: { identity: Identity; initdb: string; passwordFile: string | undefined },
) {
  if (existsSync(join(data, 'PG_VERSION'))) return
  removeAbandonedDrafts(data)
  const draft = mkdtempSync(`${draftPrefix(data)}${process.pid}-`)
  chownToServerUser(draft, identity)
  const args = [
    ...['--pgdata', draft, '--username', superuser, '--encoding', 'UTF8', '--locale', 'C'],
    ...[
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      '--no-sync',
    ],
    ...['--auth-local', 'trust', '--auth-host', 'scram-sha-256'],
    ...(passwordFile === undefined ? [] : ['--pwfile', passwordFile]),
  ]
  try {
    await runInitdb([...identity.prefix, initdb, ...args], identity)
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}

const draftPrefix = (data: string) => `${data}.new-`

/** Removes drafts of processes that were killed during their first start. */
function removeAbandonedDrafts(data: string) {
  const folder = dirname(data)
  for (const name of readdirSync(folder)) {
    const draft = join(folder, name)
    if (!draft.startsWith(draftPrefix(data))) continue
    const maker = Number.parseInt(draft.slice(draftPrefix(data).length), 10)
    if (!isAlive(maker)) rmSync(draft, { recursive: true, force: true })
  }
}

async function runInitdb([command = '', ...args]: string[], { uid, gid }: Identity) {
  const user = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
  const child = spawn(command, args, { ...user, cwd: '/', env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  const listen = (part: string) => {
    stderr += part
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new EmbeddedError(`initdb failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`)
}
