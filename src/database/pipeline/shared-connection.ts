import type pg from 'pg'
import { runDetached } from '../detached-context.ts'
import { isBroken, sendAtOnce, sendTogether } from '../driver/pg-client.ts'
import { createSubmission, type QueryHooks } from '../driver/submit.ts'
import type { BoundQuery } from '../prepared-query.ts'
import type { QueryEndObserver } from '../slow-query.ts'

/** Milliseconds for which one connection serves without a rest; the pool can then see to its age. */
const turnMs = 60_000

/**
 * Milliseconds for which the oldest may wait for its answer before nobody else is sent behind it: something in front
 * takes its time.
 */
const behindMs = 250

/**
 * How many short reads may wait at once. Those who come in one moment cannot tell yet how long the ones in front will
 * take.
 */
export const waitingMax = 128

/**
 * Milliseconds for which the connection is kept when nobody asks: to take and to give it back for each costs more than
 * to ask.
 */
const lingerMs = 20

/**
 * When a statement is sent: with all that are asked before the event loop turns, or at once, for it is what the turn
 * has come to.
 */
export type Flush = 'with others' | 'at once'

/** One of the pool's connections while many share it; each is answered in the order in which they asked. */
export type SharedConnection = {
  ask<Row>(asked: BoundQuery<Row>, leaves?: Flush): Promise<Row[]>
  /** Whoever came now would wait for others longer than a short statement is worth. */
  isBehind(): boolean
  /** It has served for long enough. */
  isLong(): boolean
  /**
   * Nobody new is to ask here: it goes back to the pool when those who wait are answered, and is thrown away after
   * `error`.
   */
  retire(error?: Error): void
}

export type SharedConnectionOptions = {
  /** How many statements may wait at once. */
  waitingMax: number
  ended?: QueryEndObserver | undefined
  /**
   * For how many milliseconds a statement here waits for a lock, and for how many everywhere else; undefined: as
   * everywhere.
   */
  lock?: Readonly<{ hereMs: number; elsewhereMs: number }> | undefined
}

/** `retired` is told when it must not be asked any more, whoever decided so. */
export function openSharedConnection(
  client: pg.PoolClient,
  retired: () => void,
  { waitingMax, ended, lock }: SharedConnectionOptions,
): SharedConnection {
  const began = performance.now()
  /** When each of those who wait was sent. */
  const sent: number[] = []
  const notParsed = new Map<string, unknown>()
  let answeredAt = began
  let isRetired = false
  let isReleased = false
  let isResting = false
  let broken: Error | undefined

  function retire(error?: Error): void {
    broken ??= error
    if (!isRetired) retired()
    isRetired = true
    if (sent.length > 0 || isReleased) return
    isReleased = true
    client.off('error', retire)
    client.off('end', lost)
    if (lock === undefined || broken !== undefined) client.release(broken)
    else waitForLocks(lock.elsewhereMs).then(() => client.release(), client.release)
  }
  const waitForLocks = (ms: number) => client.query(`set lock_timeout = ${ms}`)
  // What is asked for leaves behind it.
  if (lock !== undefined) waitForLocks(lock.hereMs).catch(retire)
  const lost = () => retire(new Error('Connection terminated unexpectedly'))
  client.on('error', retire)
  client.on('end', lost)

  /** In the driver's own call and not by a promise, of which each costs a short read something. */
  const hearing: QueryHooks = {
    answered: (began) => {
      // A statement's own time begins when the one in front of it was answered.
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

  /** Gives the connection back once nobody has asked for a while. */
  function rest(): void {
    if (isResting) return
    isResting = true
    runDetached(setTimeout, rested, lingerMs)
  }

  function rested(): void {
    isResting = false
    if (sent.length > 0) return
    if (performance.now() - answeredAt < lingerMs) rest()
    else retire()
  }

  return {
    ask,
    isBehind: () => sent.length >= waitingMax || performance.now() - (sent[0] ?? Number.POSITIVE_INFINITY) > behindMs,
    isLong: () => performance.now() - began > turnMs,
    retire,
  }
}

/**
 * Why it failed. The server was told a named statement's text by the first of those who asked for it; where it did not
 * come to parse it (class 42, or a lock or a time that was over), it knows nothing of the statement that the others
 * name (26000), and theirs is the same failure.
 */
function parseFailure(notParsed: Map<string, unknown>, { name }: BoundQuery<unknown>, failure: unknown): unknown {
  const { code } = failure as { code?: unknown }
  if (name === undefined || typeof code !== 'string') return failure
  if (/^(?:42|55P03|57014)/.test(code)) notParsed.set(name, failure)
  return code === '26000' ? (notParsed.get(name) ?? failure) : failure
}
