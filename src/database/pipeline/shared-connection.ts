import type pg from 'pg'
import { runDetached } from '../detached-context.ts'
import { isBroken, sendAtOnce, sendTogether } from '../driver/pg-client.ts'
import { createSubmission, type QueryHooks } from '../driver/submit.ts'
import type { BoundQuery } from '../prepared-query.ts'
import type { QueryEndObserver } from '../slow-query.ts'
import { sqlState, sqlStateClass } from '../sqlstates.ts'

/** Milliseconds before a busy connection goes back to the pool, which then may replace it by its age. */
const lifetimeMs = 60_000

/** Milliseconds for which the oldest statement may be unanswered before others bypass it (head-of-line blocking). */
const saturatedAfterMs = 250

/** Short reads in flight at most. */
export const waitingMax = 128

/** Milliseconds for which an idle connection is kept: to acquire and release one costs more than a short read. */
const idleMs = 20

/** When a statement is written to the socket: with the others of this event loop iteration, or now. */
export type Flush = 'with others' | 'at once'

/** A pooled connection that many statements share; they are answered in the order in which they were sent. */
export type SharedConnection = {
  ask<Row>(asked: BoundQuery<Row>, leaves?: Flush): Promise<Row[]>
  /** Whether a new statement would wait longer than a short one is worth. */
  isSaturated(): boolean
  /** Whether it should go back to the pool. */
  isExpired(): boolean
  /** Takes no more statements: released once those in flight are answered, destroyed after `error`. */
  retire(error?: Error): void
}

export type SharedConnectionOptions = {
  /** How many statements may wait at once. */
  waitingMax: number
  ended?: QueryEndObserver | undefined
  /** Lock timeouts in milliseconds, on this connection and after its release; undefined leaves it as it is. */
  lock?: Readonly<{ hereMs: number; elsewhereMs: number }> | undefined
}

/** `onRetired` is called once the connection takes no more statements. */
export function openSharedConnection(
  client: pg.PoolClient,
  onRetired: () => void,
  { waitingMax, ended, lock }: SharedConnectionOptions,
): SharedConnection {
  const began = performance.now()
  /** When each statement in flight was sent. */
  const sent: number[] = []
  const notParsed = new Map<string, unknown>()
  let answeredAt = began
  let isRetired = false
  let isReleased = false
  let isResting = false
  let broken: Error | undefined

  function retire(error?: Error): void {
    broken ??= error
    if (!isRetired) onRetired()
    isRetired = true
    if (sent.length > 0 || isReleased) return
    isReleased = true
    client.off('error', retire)
    client.off('end', lost)
    if (lock === undefined || broken !== undefined) client.release(broken)
    else waitForLocks(lock.elsewhereMs).then(() => client.release(), client.release)
  }
  const waitForLocks = (ms: number) => client.query(`set lock_timeout = ${ms}`)
  // Sent before the first statement.
  if (lock !== undefined) waitForLocks(lock.hereMs).catch(retire)
  const lost = () => retire(new Error('Connection terminated unexpectedly'))
  client.on('error', retire)
  client.on('end', lost)

  /** Called by the driver and not through a promise, which is measurable in a short read. */
  const hearing: QueryHooks = {
    answered: (began) => {
      // A statement's own duration begins when the one before it was answered.
      const since = Math.max(began, answeredAt)
      answeredAt = performance.now()
      sent.shift()
      if (isRetired) retire()
      else if (sent.length === 0) rest()
      return answeredAt - since
    },
    failureOf: (asked, failure) => {
      const error = parseFailure(notParsed, asked, failure)
      if (isBroken(error)) retire(error as Error)
      return error
    },
  }

  async function ask<Row>(asked: BoundQuery<Row>, leaves?: Flush): Promise<Row[]> {
    const submit = createSubmission(asked, ended, hearing)
    sent.push(performance.now())
    if (leaves === 'at once') return await sendAtOnce(client, () => submit(client))
    sendTogether(client)
    return await submit(client)
  }

  /** Releases the connection once it has been idle for a while. */
  function rest(): void {
    if (isResting) return
    isResting = true
    runDetached(setTimeout, rested, idleMs)
  }

  function rested(): void {
    isResting = false
    if (sent.length > 0) return
    if (performance.now() - answeredAt < idleMs) rest()
    else retire()
  }

  return {
    ask,
    isSaturated: () =>
      sent.length >= waitingMax || performance.now() - (sent[0] ?? Number.POSITIVE_INFINITY) > saturatedAfterMs,
    isExpired: () => performance.now() - began > lifetimeMs,
    retire,
  }
}

/**
 * The failure to report. Only the first query of a pipeline carries Parse. If it fails (class 42, or a timeout), later
 * Binds of the same name report 26000, and the original error is theirs as well.
 */
function parseFailure(notParsed: Map<string, unknown>, { name }: BoundQuery<unknown>, failure: unknown): unknown {
  const { code } = failure as { code?: unknown }
  if (name === undefined || typeof code !== 'string') return failure
  if (isParseFailure(code)) notParsed.set(name, failure)
  return code === sqlState.invalidSqlStatementName ? (notParsed.get(name) ?? failure) : failure
}

const isParseFailure = (code: string) =>
  code.startsWith(sqlStateClass.syntaxErrorOrAccessRuleViolation) ||
  code === sqlState.lockNotAvailable ||
  code === sqlState.queryCanceled
