import pg from 'pg'
import type { BoundQuery } from '../prepared-query.ts'
import type { QueryEndObserver } from '../slow-query.ts'
import { encodeValues, isBroken, sendAtOnce } from './pg-client.ts'
import { PreparedStatement, type ReplyCallback } from './prepared-statement.ts'

/** What a connection with several queries in flight does at the reply to each. */
export type QueryHooks = {
  /** Called by the driver in the order of the replies; returns the milliseconds of one that was sent at `sentAt`. */
  onReply: (sentAt: number) => number
  /** The error to report for what the driver says of a failed query. */
  toError: (query: BoundQuery<unknown>, failure: Error) => unknown
}

const ofOneQuery: QueryHooks = {
  onReply: (sentAt) => performance.now() - sentAt,
  toError: (_query, failure) => failure,
}

/**
 * A query whose values are encoded, to be sent by a call that cannot fail for a value any more: what else is sent with
 * it may depend on that. The call settles once the server is ready for the next query; a client-side timeout has ended
 * the connection by then.
 * @throws the error of a value that cannot be encoded; nothing was sent
 */
export function createSubmission<Row>(
  { query: { sql, parameters }, query, name }: BoundQuery<Row>,
  onQueryEnd: QueryEndObserver = () => {},
  { onReply, toError }: QueryHooks = ofOneQuery,
): (client: pg.ClientBase) => Promise<Row[]> {
  const { promise, resolve } = Promise.withResolvers<{ error: Error | null; rows: Row[]; durationMs: number }>()
  let sentAt = 0
  const callback: ReplyCallback<Row> = (error, result) =>
    resolve({ error, rows: result?.rows ?? [], durationMs: onReply(sentAt) })
  const submittable =
    name === undefined
      ? Object.assign(new pg.Query<Row & pg.QueryResultRow, unknown[]>(sql, encodeValues(parameters)), { callback })
      : new PreparedStatement(name, sql, parameters, callback)
  return async (client) => {
    sentAt = performance.now()
    client.query(submittable as pg.Submittable)
    // Not in the driver's callback, which runs outside the context of the request.
    const { error, rows, durationMs } = await promise
    onQueryEnd(sql, durationMs, error === null ? undefined : { error })
    if (error !== null) throw toError({ query, name }, error)
    return rows
  }
}

/** Sends a query over a pooled connection of its own; a broken one is destroyed. */
export async function sendOnOwnConnection<Row>(
  pool: Pick<pg.Pool, 'connect'>,
  query: BoundQuery<Row>,
  onQueryEnd?: QueryEndObserver,
): Promise<Row[]> {
  const submit = createSubmission(query, onQueryEnd)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await sendAtOnce(client, () => submit(client))
  } catch (error) {
    if (isBroken(error)) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}
