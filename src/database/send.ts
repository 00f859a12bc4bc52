import pg from 'pg'
import { isBroken, sendAtOnce } from './connection.ts'
import { Prepared, type PreparedAnswer } from './prepared.ts'
import type { Ended } from './slow-query.ts'
import type { Asked } from './statement.ts'

/** What somebody makes of the answers that come over a connection. */
export type Hearing = {
  /**
   * Called by the driver for each statement, in the order of the answers: how many milliseconds one took that was sent
   * at `began`.
   */
  answered: (began: number) => number
  /** Why a statement failed, by what the driver says of it. */
  failureOf: (asked: Asked<unknown>, error: Error) => unknown
}

const plain: Hearing = { answered: (began) => performance.now() - began, failureOf: (_asked, error) => error }

/**
 * Sends a statement over a connection that may have others under way: what is sent before it is answered before it.
 * Settles once the server is ready for the next one; a client-side timeout has ended the connection by then.
 */
export function send<Row>(
  client: pg.ClientBase,
  asked: Asked<Row>,
  ended: Ended = () => {},
  { answered, failureOf }: Hearing = plain,
): Promise<Row[]> {
  const { sql } = asked.query
  // Not where the driver calls back: there nobody knows whose request it was.
  return answerOf(client, asked, answered).then(({ error, rows, tookMs }) => {
    if (error === null) {
      ended(sql, tookMs)
      return rows
    }
    ended(sql, tookMs, { error })
    throw failureOf(asked, error)
  })
}

/** Sends a statement over a connection of the pool that nobody else has meanwhile; one that breaks is thrown away. */
export async function sendAlone<Row>(pool: pg.Pool, asked: Asked<Row>, ended?: Ended): Promise<Row[]> {
  const client = await pool.connect()
  return await sendLent(client, asked, (broken) => client.release(broken), ended)
}

/** Sends a statement over a connection that is given back once it is answered, with what has broken it. */
export async function sendLent<Row>(
  client: pg.PoolClient,
  asked: Asked<Row>,
  giveBack: (broken: Error | undefined) => void,
  ended?: Ended,
): Promise<Row[]> {
  let broken: Error | undefined
  try {
    return await sendAtOnce(client, () => send(client, asked, ended))
  } catch (error) {
    broken = isBroken(error) ? (error as Error) : undefined
    throw error
  } finally {
    giveBack(broken)
  }
}

type Answer<Row> = { error: Error | null; rows: Row[]; tookMs: number }

function answerOf<Row>(client: pg.ClientBase, asked: Asked<Row>, answered: Hearing['answered']): Promise<Answer<Row>> {
  const { query, name } = asked
  const began = performance.now()
  return new Promise((resolve) => {
    const answer: PreparedAnswer<Row> = (error, result) =>
      resolve({ error, rows: result?.rows ?? [], tookMs: answered(began) })
    const values = query.parameters as unknown[]
    try {
      const sent =
        name === undefined
          ? Object.assign(new pg.Query<Row & pg.QueryResultRow, unknown[]>(query.sql, values), { callback: answer })
          : new Prepared(name, query.sql, values, answer)
      client.query(sent as pg.Submittable)
    } catch (error) {
      // A value that cannot be sent.
      answer(error as Error)
    }
  })
}
