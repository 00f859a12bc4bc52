import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { openEndpoint, type Transport, usualTransport } from './endpoint.ts'
import { chooseIdentity } from './identity.ts'
import { ensureDatabase } from './probe.ts'
import { supervise } from './supervise.ts'

export { EmbeddedError } from './error.ts'

export type EmbeddedPostgres = {
  /** Connection string for `pg` and libpq, the same after restarts. */
  url: string
  /** Whether this process stops the server; becomes true when the owning process ends. */
  readonly owned: boolean
  /** Fast shutdown by the owner; other processes only stop watching. Idempotent. */
  stop(): Promise<void>
}

/**
 * Runs the project's own PostgreSQL in `folder`, or joins the one running there. It is restarted under the same address
 * after a crash or when its owner ends, so a pool sees only a short outage.
 * @param settings server settings for this start, such as `fsync`
 * @param onEvent gets a message when the server was restarted
 * @throws EmbeddedError when the platform has no server or it does not start
 */
export async function startEmbeddedPostgres(options: {
  folder: string
  database?: string
  settings?: Readonly<Record<string, string>>
  transport?: Transport
  onEvent?: (event: string) => void
}): Promise<EmbeddedPostgres> {
  const { database = 'sittings', transport = usualTransport, settings = {}, onEvent = () => {} } = options
  const binaries = findBinaries()
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const data = join(folder, 'data')
  const identity = chooseIdentity({ folder, data, program: binaries.postgres })
  const server = await supervise({
    folder,
    data,
    identity,
    binaries,
    settings,
    onEvent,
    endpoint: await openEndpoint(folder, { transport, identity }),
    openOtherEndpoint: () => openEndpoint(folder, { transport, identity, isMoved: true }),
    prepare: (endpoint) =>
      ensureCluster(data, { identity, initdb: binaries.initdb, passwordFile: endpoint.passwordFile }),
  })
  await ensureDatabase(server.url('postgres'), database)
  return {
    url: server.url(database),
    get owned() {
      return server.owned
    },
    stop: server.stop,
  }
}
