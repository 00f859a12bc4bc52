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
  /** Connection string for `pg` and libpq; stays the same over restarts. */
  url: string
  /** Whether this process stops the server; may turn true later, when the process that owned it ends. */
  readonly owned: boolean
  /** Fast shutdown by the owner; anybody else only stops watching. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Runs the PostgreSQL that comes with the project in `folder`, or joins the one that already runs there.
 *
 * The server is started again when it crashes or when its owner leaves, always under the same address, so a pool in
 * this process only sees a short outage.
 * @param settings server settings for this start, such as `fsync`
 * @param onEvent told in words when the server had to be restarted
 * @throws EmbeddedError when the platform has no server or it does not come up
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
    ...{ folder, data, identity, binaries, settings, onEvent },
    endpoint: await openEndpoint(folder, { transport, identity }),
    otherEndpoint: () => openEndpoint(folder, { transport, identity, moved: true }),
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
