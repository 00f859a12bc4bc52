import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { EmbeddedError } from './binaries.ts'

type User = { uid: number; gid: number }

/** How the server process is started: a command prefix, and the user to switch to. */
export type Identity = { prefix: readonly string[]; user?: User }

/**
 * PostgreSQL refuses to run as root, so a service run by root starts it as another user:
 * - the owner of the data folder, or `nobody` for a new one, if that user can reach the folder and the programs;
 * - else (both in root's private folders, say) `nobody` in a user namespace that maps to root on the file system.
 * The data folder's owner records the choice for later starts.
 * @param folder holds the data folder and exists; @param data may not exist yet
 */
export function chooseIdentity({ folder, data, program }: { folder: string; data: string; program: string }): Identity {
  const prefix = endWithParent()
  if (process.getuid?.() !== 0) return { prefix }
  const { uid, gid } = statSync(data, { throwIfNoEntry: false }) ?? findUnprivilegedUser()
  const canReach = ['sh', '-c', 'test -x "$0" && exec "$1" --version', folder, program]
  return uid !== 0 && canRun(canReach, { uid, gid }) ? { prefix, user: { uid, gid } } : findNamespacedIdentity(prefix)
}

/** Gives a path created by root to the server's user; without root the creator is that user. */
export function chownToServerUser(path: string, { user }: Identity) {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

/**
 * `setpriv` makes the kernel shut the server down when the service dies, kill −9 included. Where it is missing (macOS,
 * busybox) the server survives and the next start adopts it.
 */
function endWithParent(): readonly string[] {
  const prefix = ['setpriv', '--pdeathsig=INT', '--']
  return process.platform === 'linux' && canRun([...prefix, 'true']) ? prefix : []
}

function findNamespacedIdentity(prefix: readonly string[]): Identity {
  const { uid, gid } = findUnprivilegedUser()
  const namespace = ['unshare', '-U', `--map-user=${uid}`, `--map-group=${gid}`, '--', ...prefix]
  if (canRun([...namespace, 'true'])) return { prefix: namespace }
  throw new EmbeddedError(
    'PostgreSQL cannot run as root, and neither "nobody" nor a user namespace can reach the data folder: ' +
      'start the service as another user, or set DATABASE_URL',
  )
}

/** The user `nobody`. PostgreSQL looks its user up by number, so the user has to exist. */
function findUnprivilegedUser(): User {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (entry === null)
    throw new EmbeddedError('PostgreSQL cannot run as root and there is no user "nobody": set DATABASE_URL')
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

function canRun([command = '', ...args]: readonly string[], user?: User): boolean {
  return spawnSync(command, args, { ...user, stdio: 'ignore', cwd: '/' }).status === 0
}
