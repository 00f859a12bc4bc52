import type pg from 'pg'
import { sendOnOwnConnection } from '../driver/submit.ts'
import type { BoundQuery } from '../prepared-query.ts'
import {
  type Flush,
  openSharedConnection,
  type SharedConnection,
  type SharedConnectionOptions,
} from './shared-connection.ts'

export type PipelinedConnection = { send<Row>(asked: BoundQuery<Row>, leaves?: Flush): Promise<Row[]> }

/**
 * One pooled connection with many short statements in flight, which costs the server and this process a fraction of as
 * many connections. It is acquired with the first statement and released when idle. When it breaks or times out, every
 * statement in flight is rejected and the next acquires another. A statement that would queue too long bypasses it.
 */
export function openPipelinedConnection(
  pool: Pick<pg.Pool, 'connect'>,
  options: SharedConnectionOptions,
): PipelinedConnection {
  let current: SharedConnection | undefined
  let opening: Promise<SharedConnection> | undefined

  const opened = () => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }

  async function open(): Promise<SharedConnection> {
    const client = await pool.connect()
    const onRetired = () => {
      if (current === connection) current = undefined
    }
    const connection: SharedConnection = openSharedConnection(client, onRetired, options)
    current = connection
    return connection
  }

  /** Few promises on purpose: each is measurable in a short read. */
  function send<Row>(asked: BoundQuery<Row>, leaves?: Flush): Promise<Row[]> {
    if (current?.isExpired()) current.retire()
    return current === undefined
      ? opened().then((connection) => sendOver(connection, asked, leaves))
      : sendOver(current, asked, leaves)
  }

  const sendOver = <Row>(connection: SharedConnection, asked: BoundQuery<Row>, leaves?: Flush) =>
    connection.isSaturated() ? sendOnOwnConnection(pool, asked, options.ended) : connection.ask(asked, leaves)

  return { send }
}
