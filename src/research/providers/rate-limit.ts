import { setTimeout as after } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { computePauseMs, isProviderFailure, type ProviderFailure } from './call.ts'

/** How fast a public service may be called, by all processes of this deployment together. */
export type RateLimit = {
  /** Names the service, at most 40 characters. */
  name: string
  /** Milliseconds between two requests. */
  intervalMs: number
}

/** A slot further away than this is not waited for: the slice can do other work. Milliseconds. */
const waitMaxMs = 5_000

/**
 * Reserves the next slot of the service: milliseconds until it, or undefined where it is too far away, and nothing is
 * reserved. One statement, by the database's clock, so no two callers ever have the same.
 */
async function reserveSlot(db: Kysely<DB>, { name, intervalMs }: RateLimit): Promise<number | undefined> {
  const interval = sql`${intervalMs} * interval '1 millisecond'`
  const { rows } = await sql<{ wait_ms: number }>`
    insert into provider_rate_limits as pace (name, next_at) values (${name}, clock_timestamp() + ${interval})
    on conflict (name) do update set next_at = greatest(pace.next_at, clock_timestamp()) + ${interval}
    where pace.next_at <= clock_timestamp() + ${waitMaxMs} * interval '1 millisecond'
    returning (extract(epoch from next_at - ${interval} - clock_timestamp()) * 1000)::float8 as wait_ms`.execute(db)
  return rows[0]?.wait_ms
}

/** Postpones the next slot when the service asks for a pause: no request is sent for at least `ms` milliseconds. */
async function backOff(db: Kysely<DB>, { name }: RateLimit, ms: number): Promise<void> {
  const then = sql`clock_timestamp() + ${ms} * interval '1 millisecond'`
  await sql`
    insert into provider_rate_limits as pace (name, next_at) values (${name}, ${then})
    on conflict (name) do update set next_at = greatest(pace.next_at, excluded.next_at)`.execute(db)
}

/**
 * Sends one request to a service at its rate, which all processes of this deployment share: a pause that the service
 * asks for applies to every process here that would call it next.
 * @returns the result of `send`, or why nothing was sent
 */
export async function sendAtRate<T>(
  { db, signal }: { db: Kysely<DB>; signal: AbortSignal },
  rateLimit: RateLimit,
  send: () => Promise<T | ProviderFailure>,
): Promise<T | ProviderFailure> {
  const waitMs = await reserveSlot(db, rateLimit)
  if (waitMs === undefined) return { failed: 'rate_limited', retryAfterMs: waitMaxMs }
  // The end of the slice ends the wait, and nothing is sent.
  await after(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined)
  if (signal.aborted) return { failed: 'provider_unavailable' }
  const answer = await send()
  if (isProviderFailure(answer) && answer.failed === 'rate_limited')
    await backOff(db, rateLimit, computePauseMs(answer))
  return answer
}
