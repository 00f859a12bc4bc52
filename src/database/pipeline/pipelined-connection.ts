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
 * For short statements: many of them under way on one connection cost the server and this side a fraction of what as
 * many connections do. The connection is taken from the pool when somebody asks and given back when nobody does. One
 * that breaks, or that a timeout has ended, is thrown away: everybody who waits on it is told, and the next one to ask
 * takes another. Whoever would have to wait for others goes past them.
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
    const retired = () => {
      if (current === turn) current = undefined
    }
    const turn: SharedConnection = openSharedConnection(client, retired, options)
    current = turn
    return turn
  }

  /** As few promises as there can be: each costs a short read something. */
  function send<Row>(asked: BoundQuery<Row>, leaves?: Flush): Promise<Row[]> {
    if (current?.isLong()) current.retire()
    return current === undefined
      ? opened().then((turn) => sendOver(turn, asked, leaves))
      : sendOver(current, asked, leaves)
  }

  const sendOver = <Row>(turn: SharedConnection, asked: BoundQuery<Row>, leaves?: Flush) =>
    turn.isBehind() ? sendOnOwnConnection(pool, asked, options.ended) : turn.ask(asked, leaves)

  return { send }
}
