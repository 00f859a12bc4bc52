import pg from 'pg'
import type { BoundQuery } from '../prepared-query.ts'
import type { QueryEndObserver } from '../slow-query.ts'
import { isBroken, sendAtOnce } from './pg-client.ts'
import { encodeValues, Prepared, type PreparedAnswer } from './prepared-statement.ts'

/** Handlers of the responses on a connection. */
export type QueryHooks = {
  /**
   * Called by the driver for each statement, in the order of the answers: how many milliseconds one took that was sent
   * at `began`.
   */
  answered: (began: number) => number
  /** Why a statement failed, by what the driver says of it. */
  failureOf: (asked: BoundQuery<unknown>, error: Error) => unknown
}

const plain: QueryHooks = { answered: (began) => performance.now() - began, failureOf: (_asked, error) => error }

/**
 * Sends a statement over a connection that may have others under way: what is sent before it is answered before it.
 * Settles once the server is ready for the next one; a client-side timeout has ended the connection by then.
 */
export async function send<Row>(
  client: pg.ClientBase,
  asked: BoundQuery<Row>,
  ended?: QueryEndObserver,
  hearing?: QueryHooks,
): Promise<Row[]> {
  return await createSubmission(asked, ended, hearing)(client)
}

/**
 * A statement whose values are encoded, to be sent by a call that cannot fail for a value any more: what else is sent
 * with it may depend on that.
 * @throws what a value fails with that cannot be sent
 */
export function createSubmission<Row>(
  { query, name }: BoundQuery<Row>,
  ended: QueryEndObserver = () => {},
  { answered, failureOf }: QueryHooks = plain,
): (client: pg.ClientBase) => Promise<Row[]> {
  const { promise, resolve } = Promise.withResolvers<Answer<Row>>()
  let began = 0
  const answer: PreparedAnswer<Row> = (error, result) =>
    resolve({ error, rows: result?.rows ?? [], tookMs: answered(began) })
  const { parameters: values } = query
  const submission =
    name === undefined
      ? Object.assign(new pg.Query<Row & pg.QueryResultRow, unknown[]>(query.sql, encodeValues(values)), {
          callback: answer,
        })
      : new Prepared(name, query.sql, values, answer)
  return (client) => {
    began = performance.now()
    client.query(submission as pg.Submittable)
    // Not in the driver's callback, which runs outside the context of the request.
    return promise.then(({ error, rows, tookMs }) => {
      if (error === null) {
        ended(query.sql, tookMs)
        return rows
      }
      ended(query.sql, tookMs, { error })
      throw failureOf({ query, name }, error)
    })
  }
}

type Answer<Row> = { error: Error | null; rows: Row[]; tookMs: number }

/** Sends a statement over a pooled connection of its own; a broken one is destroyed. */
export async function sendOnOwnConnection<Row>(
  pool: Pick<pg.Pool, 'connect'>,
  asked: BoundQuery<Row>,
  ended?: QueryEndObserver,
): Promise<Row[]> {
  const client = await pool.connect()
  return await sendOnLease(client, asked, (broken) => client.release(broken), ended)
}

/** Sends a statement over a connection that is given back once it is answered, with what has broken it. */
export async function sendOnLease<Row>(
  client: pg.PoolClient,
  asked: BoundQuery<Row>,
  giveBack: (broken: Error | undefined) => void,
  ended?: QueryEndObserver,
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
