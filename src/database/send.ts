import pg from 'pg'
import { isBroken, sendAtOnce } from './connection.ts'
import { Prepared, type PreparedAnswer } from './prepared.ts'
import type { Ended } from './slow-query.ts'
import type { Asked } from './statement.ts'

/** Milliseconds that a statement took which was sent at `began` and is answered now; asked once for each, in the order of the answers. */
export type Timing = (began: number) => number

const sinceSent: Timing = (began) => performance.now() - began

/**
 * Sends a statement over a connection that may have others under way: what is sent before it is answered before it. Settles once the server is
 * ready for the next one; a client-side timeout has ended the connection by then.
 */
export async function send<Row>(
  client: pg.ClientBase,
  asked: Asked<Row>,
  ended: Ended = () => {},
  timing: Timing = sinceSent,
): Promise<Row[]> {
  const { sql } = asked.query
  const { error, rows, tookMs } = await answerOf(client, asked, timing)
  // Not where the driver calls back: there nobody knows whose request it was.
  if (error === null) ended(sql, tookMs)
  else ended(sql, tookMs, { error })
  if (error !== null) throw error
  return rows
}

/** Sends a statement over a connection of the pool that nobody else has meanwhile; one that breaks is thrown away. */
export async function sendAlone<Row>(pool: pg.Pool, asked: Asked<Row>, ended?: Ended): Promise<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await sendAtOnce(client, () => send(client, asked, ended))
  } catch (error) {
    broken = isBroken(error) ? (error as Error) : undefined
    throw error
  } finally {
    client.release(broken)
  }
}

type Answer<Row> = { error: Error | null; rows: Row[]; tookMs: number }

function answerOf<Row>(client: pg.ClientBase, asked: Asked<Row>, timing: Timing): Promise<Answer<Row>> {
  const { query, name } = asked
  const began = performance.now()
  return new Promise((resolve) => {
    const answer: PreparedAnswer<Row> = (error, result) =>
      resolve({ error, rows: result?.rows ?? [], tookMs: timing(began) })
    const values = query.parameters as unknown[]
    const sent =
      name === undefined
        ? Object.assign(new pg.Query<Row & pg.QueryResultRow, unknown[]>(query.sql, values), { callback: answer })
        : new Prepared(name, query.sql, values, answer)
    client.query(sent as pg.Submittable)
  })
}
