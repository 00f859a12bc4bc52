import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { chooseIdentity, chownToServerUser } from '#src/runtime/embedded-postgres/identity.ts'
import { pollUntil } from '../../support/until.ts'
import type { TestEnvironment } from '../environment.ts'

/** Debian's path, or another. */
const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'
const port = '6432'

export type Pooler = Awaited<ReturnType<typeof openPgBouncer>>

/**
 * The real PgBouncer in transaction mode between the services and the environment's database, with a limited number of
 * sessions. It runs as the database's user: the socket is private to it.
 */
export async function openPgBouncer(
  environment: Pick<TestEnvironment, 'folder' | 'url' | 'teardown'>,
  sessionsMax: number,
) {
  if (!existsSync(program)) throw new Error(`There is no ${program} (apt install pgbouncer; PGBOUNCER is its path)`)
  const folder = join(environment.folder, 'pgbouncer')
  const identity = chooseIdentity({ folder: environment.folder, data: join(environment.folder, 'data'), program })
  const settings = join(folder, 'pgbouncer.ini')
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(settings, formatSettings(environment.url, folder, sessionsMax))
  for (const path of [folder, settings]) chownToServerUser(path, identity)

  let child: ChildProcess | undefined
  async function start(): Promise<void> {
    const [command = '', ...args] = [...identity.prefix, program, '-q', settings]
    const { uid, gid } = identity
    const user = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
    const started = spawn(command, args, { ...user, stdio: 'ignore', cwd: '/' })
    child = started
    await pollUntil(async () => {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended with ${started.exitCode}; see ${folder}`)
      return await canConnect(join(folder, `.s.PGSQL.${port}`))
    })
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }
  environment.teardown(() => end('SIGTERM'))
  await start()
  const query = new URLSearchParams({ host: folder, port, sslmode: 'disable' })
  const url = Object.assign(new URL(environment.url), { search: `?${query}` }).href
  return { url, start, end }
}

/** Without a pause after a failed login, which by default is longer than a service waits. */
function formatSettings(url: string, folder: string, sessionsMax: number): string {
  const { hostname, port: serverPort, username, password } = new URL(url)
  return [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    `default_pool_size = ${sessionsMax}`,
    'max_client_conn = 1000',
    'server_login_retry = 1',
    'auth_type = any',
    'listen_addr =',
    `listen_port = ${port}`,
    `unix_socket_dir = ${folder}`,
    `logfile = ${join(folder, 'pgbouncer.log')}`,
    '',
  ].join('\n')
}

const canConnect = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
