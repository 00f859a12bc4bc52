import type pg from 'pg'
import { ofNobody } from './of-nobody.ts'

/**
 * Milliseconds for which a connection that nobody needs is kept: to give it back and to take it again each time costs
 * more than a short write does.
 */
const lingerMs = 20

/** Milliseconds after which it is given back in any case; the pool can then see to its age. */
const heldMs = 60_000

/** Connections of a pool of which one may be kept at hand. */
const poolMin = 4

export type AtHand = {
  /** The connection that is at hand; undefined where there is none, and the pool has to be asked. */
  take(): pg.PoolClient | undefined
  /** One that is not needed any more, which may be again in a moment; it is thrown away where it is `broken`. */
  putBack(client: pg.PoolClient, broken: Error | undefined): void
}

type Held = { client: pg.PoolClient; since: number; restedAt: number; isResting: boolean; lost: Error | undefined }

/**
 * Keeps at most one of the pool's connections for whoever needs one again soon, unless somebody waits for it. One that
 * breaks meanwhile is thrown away.
 */
export function openAtHand(pool: pg.Pool): AtHand {
  let held: Held | undefined
  let isWatched = false

  function take(): pg.PoolClient | undefined {
    if (held?.isResting !== true) return undefined
    held.isResting = false
    return held.client
  }

  function putBack(client: pg.PoolClient, broken: Error | undefined): void {
    if (held === undefined && broken === undefined && pool.options.max >= poolMin) hold(client)
    if (held?.client !== client) client.release(broken)
    else if ((broken ?? held.lost) !== undefined || isWanted(held)) letGo(broken ?? held.lost)
    else rest(held)
  }

  function hold(client: pg.PoolClient): void {
    const now = performance.now()
    held = { client, since: now, restedAt: now, isResting: false, lost: undefined }
    client.on('error', lose)
    client.on('end', lose)
  }

  /** Whoever has it meanwhile is told by his statement. */
  function lose(error = new Error('Connection terminated unexpectedly')): void {
    if (held?.isResting) letGo(error)
    else if (held !== undefined) held.lost ??= error
  }

  function letGo(broken?: Error): void {
    if (held === undefined) return
    const { client } = held
    held = undefined
    client.off('error', lose)
    client.off('end', lose)
    client.release(broken)
  }

  const isWanted = ({ since }: Held) => pool.waitingCount > 0 || pool.ending || performance.now() - since > heldMs

  function rest(held: Held): void {
    held.isResting = true
    held.restedAt = performance.now()
    if (!isWatched) ofNobody(watch, lingerMs)
  }

  /** One timer for all that come and go within it. */
  function watch(inMs: number): void {
    isWatched = true
    setTimeout(() => {
      isWatched = false
      if (held?.isResting !== true) return
      const leftMs = held.restedAt + lingerMs - performance.now()
      if (leftMs > 0 && !isWanted(held)) watch(leftMs)
      else letGo()
    }, inMs)
  }

  return { take, putBack }
}
