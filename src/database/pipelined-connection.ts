import type pg from 'pg'
import { runDetached } from './detached-context.ts'
import { isBroken, sendAtOnce, sendTogether } from './driver/pg-client.ts'
import { createSubmission, type QueryHooks, sendOnOwnConnection } from './driver/submit.ts'
import type { BoundQuery } from './prepared-query.ts'
import type { QueryEndObserver } from './slow-query.ts'
import { sqlState, sqlStateClass } from './sqlstates.ts'

/** Milliseconds before a busy connection goes back to the pool, which then may replace it by its age. */
const lifetimeMs = 60_000

/** Milliseconds for which the oldest query may be unanswered before others bypass it (head-of-line blocking). */
const saturatedAfterMs = 250

/** Milliseconds for which an idle connection is kept: to acquire and release one costs more than a short read. */
const idleMs = 20

/** Short reads in flight at most. */
export const readsInFlightMax = 128

/** When a query is written to the socket: with the others of this event loop iteration, or now. */
export type Flush = 'with others' | 'at once'

export type PipelineOptions = {
  /** Queries in flight at most. */
  inFlightMax: number
  onQueryEnd?: QueryEndObserver | undefined
  /** Lock timeouts in milliseconds, on this connection and after its release; undefined leaves it as it is. */
  lock?: Readonly<{ sharedConnectionMs: number; pooledConnectionMs: number }> | undefined
}

export type PipelinedConnection = { send<Row>(query: BoundQuery<Row>, flush?: Flush): Promise<Row[]> }

/**
 * One pooled connection with many short queries in flight, which costs the server and this process a fraction of as
 * many connections. It is acquired with the first query and released when idle. When it breaks or times out, every
 * query in flight is rejected and the next acquires another. A query that would queue too long bypasses it.
 */
export function openPipelinedConnection(pool: Pick<pg.Pool, 'connect'>, options: PipelineOptions): PipelinedConnection {
  let current: Pipeline | undefined
  let opening: Promise<Pipeline> | undefined

  async function open(): Promise<Pipeline> {
    const client = await pool.connect()
    const onRetired = () => {
      if (current === pipeline) current = undefined
    }
    const pipeline: Pipeline = openPipeline(client, onRetired, options)
    current = pipeline
    return pipeline
  }

  /** Few promises on purpose: each is measurable in a short read. */
  function send<Row>(query: BoundQuery<Row>, flush?: Flush): Promise<Row[]> {
    if (current?.isExpired()) current.retire()
    if (current !== undefined) return sendOver(current, query, flush)
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening.then((pipeline) => sendOver(pipeline, query, flush))
  }

  const sendOver = <Row>(pipeline: Pipeline, query: BoundQuery<Row>, flush?: Flush) =>
    pipeline.isSaturated() ? sendOnOwnConnection(pool, query, options.onQueryEnd) : pipeline.send(query, flush)

  return { send }
}

type Pipeline = ReturnType<typeof openPipeline>

/**
 * A connection from its acquisition to its release. Queries are answered in the order in which they were sent.
 * `onRetired` is called once it takes no more of them.
 */
function openPipeline(client: pg.PoolClient, onRetired: () => void, options: PipelineOptions) {
  const { inFlightMax, onQueryEnd, lock } = options
  const openedAt = performance.now()
  /** When each query in flight was sent. */
  const sentAt: number[] = []
  const parseFailures = new Map<string, unknown>()
  let answeredAt = openedAt
  let isRetired = false
  let isReleased = false
  let broken: Error | undefined

  /** Takes no more queries: released once those in flight are answered, destroyed after `error`. */
  function retire(error?: Error): void {
    broken ??= error
    if (!isRetired) onRetired()
    isRetired = true
    if (sentAt.length > 0 || isReleased) return
    isReleased = true
    clearTimeout(idleTimer)
    client.off('error', retire)
    client.off('end', onEnd)
    if (lock === undefined || broken !== undefined) client.release(broken)
    else setLockTimeout(lock.pooledConnectionMs).then(() => client.release(), client.release)
  }

  const retireIfIdle = () => {
    if (sentAt.length === 0) retire()
  }
  const idleTimer = runDetached(setTimeout, retireIfIdle, idleMs)
  const setLockTimeout = (ms: number) => client.query(`set lock_timeout = ${ms}`)
  // Sent before the first query.
  if (lock !== undefined) setLockTimeout(lock.sharedConnectionMs).catch(retire)
  const onEnd = () => retire(new Error('Connection terminated unexpectedly'))
  client.on('error', retire)
  client.on('end', onEnd)

  /** Called by the driver and not through a promise, which is measurable in a short read. */
  const hooks: QueryHooks = {
    onReply: (sent) => {
      // A query's own duration begins when the one before it was answered.
      const beganAt = Math.max(sent, answeredAt)
      answeredAt = performance.now()
      sentAt.shift()
      if (isRetired) retire()
      else if (sentAt.length === 0) idleTimer.refresh()
      return answeredAt - beganAt
    },
    toError: (query, failure) => {
      const error = explainParseFailure(parseFailures, query, failure)
      if (isBroken(error)) retire(error as Error)
      return error
    },
  }

  async function send<Row>(query: BoundQuery<Row>, flush?: Flush): Promise<Row[]> {
    const submit = createSubmission(query, onQueryEnd, hooks)
    sentAt.push(performance.now())
    if (flush === 'at once') return await sendAtOnce(client, () => submit(client))
    sendTogether(client)
    return await submit(client)
  }

  return {
    send,
    /** Whether a new query would wait longer than a short one is worth. */
    isSaturated: () =>
      sentAt.length >= inFlightMax || performance.now() - (sentAt[0] ?? Number.POSITIVE_INFINITY) > saturatedAfterMs,
    /** Whether it should go back to the pool. */
    isExpired: () => performance.now() - openedAt > lifetimeMs,
    retire,
  }
}

/**
 * The failure to report. Only the first query of a name on a connection carries Parse. If it fails (class 42, or a
 * timeout), later Binds of the name fail with 26000; the original error is reported for them as well.
 */
function explainParseFailure(known: Map<string, unknown>, { name }: BoundQuery<unknown>, failure: unknown): unknown {
  const { code } = failure as { code?: unknown }
  if (name === undefined || typeof code !== 'string') return failure
  if (isParseFailure(code)) known.set(name, failure)
  return code === sqlState.invalidSqlStatementName ? (known.get(name) ?? failure) : failure
}

const isParseFailure = (code: string) =>
  code.startsWith(sqlStateClass.syntaxErrorOrAccessRuleViolation) ||
  code === sqlState.lockNotAvailable ||
  code === sqlState.queryCanceled
