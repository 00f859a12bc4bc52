import type pg from 'pg'
import { sendAlone } from './send.ts'
import type { Asked } from './statement.ts'
import { type Leaves, openTurn, type Turn, type TurnOptions } from './turn.ts'

export type Lane = { send<Row>(asked: Asked<Row>, leaves?: Leaves): Promise<Row[]> }

/**
 * For short statements: many of them under way on one connection cost the server and this side a fraction of what as
 * many connections do. The connection is taken from the pool when somebody asks and given back when nobody does. One
 * that breaks, or that a timeout has ended, is thrown away: everybody who waits on it is told, and the next one to ask
 * takes another. Whoever would have to wait for others goes past them.
 */
export function openLane(pool: Pick<pg.Pool, 'connect'>, options: TurnOptions): Lane {
  let current: Turn | undefined
  let opening: Promise<Turn> | undefined

  const opened = () => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }

  async function open(): Promise<Turn> {
    const client = await pool.connect()
    const retired = () => {
      if (current === turn) current = undefined
    }
    const turn: Turn = openTurn(client, retired, options)
    current = turn
    return turn
  }

  /** As few promises as there can be: each costs a short read something. */
  function send<Row>(asked: Asked<Row>, leaves?: Leaves): Promise<Row[]> {
    if (current?.isLong()) current.retire()
    return current === undefined
      ? opened().then((turn) => sendOver(turn, asked, leaves))
      : sendOver(current, asked, leaves)
  }

  const sendOver = <Row>(turn: Turn, asked: Asked<Row>, leaves?: Leaves) =>
    turn.isBehind() ? sendAlone(pool, asked, options.ended) : turn.ask(asked, leaves)

  return { send }
}
