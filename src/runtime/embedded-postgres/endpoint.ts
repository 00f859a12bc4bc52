import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { superuser } from './cluster.ts'
import { EmbeddedError } from './error.ts'
import { chownToServerUser, type Identity } from './identity.ts'

/** Where the server listens: the same address at every start for a folder, so that a pool reconnects after a crash. */
export type Endpoint = {
  settings: Readonly<Record<string, string>>
  buildUrl(database: string): string
  passwordFile: string | undefined
}

export type Transport = 'socket' | 'tcp'

/** Node cannot open PostgreSQL's sockets on Windows. */
export const usualTransport: Transport = process.platform === 'win32' ? 'tcp' : 'socket'

/** @param moved whether another process occupies the previous address: TCP then takes another port */
export async function openEndpoint(
  folder: string,
  { transport, identity, isMoved = false }: { transport: Transport; identity: Identity; isMoved?: boolean },
): Promise<Endpoint> {
  if (transport === 'tcp') return await openTcpEndpoint(folder, { identity, isMoved })
  if (isMoved) throw new EmbeddedError(`Something else answers on the socket of ${folder}`)
  return buildSocketEndpoint(folder, identity)
}

const socketPort = '5432'

function buildSocketEndpoint(folder: string, identity: Identity): Endpoint {
  const directory = chooseSocketDirectory(folder, identity)
  const query = new URLSearchParams({ host: directory, port: socketPort, sslmode: 'disable' })
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: quoteListItem(directory),
      unix_socket_permissions: '0700',
      port: socketPort,
    },
    // libpq's form with the host in the query; the one before the slash keeps the URL parseable elsewhere.
    buildUrl: (database) => `postgresql://${superuser}@localhost/${encodeURIComponent(database)}?${query}`,
    passwordFile: undefined,
  }
}

/** The setting is a list: a comma or a space at the end of a name would part it. */
const quoteListItem = (item: string) => `"${item.replaceAll('"', '""')}"`

/**
 * A socket's path is limited to 103 bytes on macOS and 107 on Linux. For a longer one the directory lies in the
 * temporary folder, named by the data folder's hash; one owned by another user is refused.
 */
function chooseSocketDirectory(folder: string, identity: Identity): string {
  const preferred = join(folder, 'run')
  const fits = Buffer.byteLength(join(preferred, `.s.PGSQL.${socketPort}`)) <= 103
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const directory = fits ? preferred : join(tmpdir(), `sittings-${name}`)
  if (!existsSync(directory)) {
    mkdirSync(directory, { mode: 0o700 })
    chownToServerUser(directory, identity)
  }
  const { uid, mode } = lstatSync(directory)
  const isOwn = uid === (identity.uid ?? process.getuid?.()) && (mode & 0o077) === 0
  if (isOwn) return directory
  throw new EmbeddedError(`${directory} must belong to the user the server runs as, and be private to it: remove it`)
}

async function openTcpEndpoint(
  folder: string,
  { identity, isMoved }: { identity: Identity; isMoved: boolean },
): Promise<Endpoint> {
  const portFile = join(folder, 'port')
  const passwordFile = join(folder, 'password')
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    chownToServerUser(passwordFile, identity)
  }
  if (isMoved || !existsSync(portFile)) writeFileSync(portFile, await findFreePort())
  const port = readFileSync(portFile, 'utf8')
  const password = readFileSync(passwordFile, 'utf8')
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port },
    buildUrl: (database) =>
      `postgresql://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`,
    passwordFile,
  }
}

async function findFreePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new EmbeddedError('No free port on 127.0.0.1')
  return String(address.port)
}
