import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** Requests of a caller in the current window, this one included, and milliseconds until it ends. */
export type RateLimitUsage = { used: number; remainingMs: number }

/** Requests allowed in a window, and its length. */
export type RateWindow = { max: number; windowMs: number }

type Waiter = { caller: string; resolve: (usage: RateLimitUsage) => void; fail: (error: unknown) => void }

/** Callers counted by one statement, and callers cached as over their limit: some hundred kilobytes. */
const batchMax = 500
const spentMax = 10_000
const pruneEveryMs = 60_000

/**
 * Counts requests for all processes of a deployment, in fixed windows that begin with a caller's first request.
 *
 * One statement runs at a time and later requests join the next batch: a flood takes at most one pooled connection and
 * waits for at most two round trips. A caller over its limit is refused from memory until its window ends.
 * @param onPruneFailed gets the error of a failed cleanup, which is retried
 */
export function openRateLimitStore(db: Kysely<DB>, onPruneFailed: (error: unknown) => void) {
  let queue: Waiter[] = []
  let isCounting = false
  let prunedAt = performance.now()
  const spentUntil = new Map<string, number>()

  async function countQueued(windowMs: number): Promise<void> {
    isCounting = true
    try {
      while (queue.length > 0) {
        const batch = queue.slice(0, batchMax)
        queue = queue.slice(batchMax)
        await count(db, batch, windowMs)
        if (performance.now() - prunedAt > pruneEveryMs) await prune()
      }
    } finally {
      isCounting = false
    }
  }

  async function prune(): Promise<void> {
    prunedAt = performance.now()
    for (const [caller, until] of spentUntil) if (until <= prunedAt) spentUntil.delete(caller)
    await removeEnded(db).catch(onPruneFailed)
  }

  /** @throws the database's error when the request could not be counted */
  async function take(identity: string, { max, windowMs }: RateWindow): Promise<RateLimitUsage> {
    const caller = createHash('sha256').update(identity).digest('hex')
    const remainingMs = (spentUntil.get(caller) ?? 0) - performance.now()
    if (remainingMs > 0) return { used: max + 1, remainingMs }
    const counted = Promise.withResolvers<RateLimitUsage>()
    queue.push({ caller, resolve: counted.resolve, fail: counted.reject })
    if (!isCounting) void countQueued(windowMs)
    const usage = await counted.promise
    if (usage.used > max && spentUntil.size < spentMax) spentUntil.set(caller, performance.now() + usage.remainingMs)
    return usage
  }
  return { take }
}

/** Requests of one caller get consecutive counts. Never rejects. */
async function count(db: Kysely<DB>, batch: readonly Waiter[], windowMs: number): Promise<void> {
  const ofCaller = Map.groupBy(batch, ({ caller }) => caller)
  try {
    for (const row of await addAll(db, ofCaller, windowMs)) {
      const waiting = ofCaller.get(row.caller) ?? []
      const before = row.taken - waiting.length
      for (const [at, { resolve }] of waiting.entries()) resolve({ used: before + at + 1, remainingMs: row.left_ms })
    }
  } catch (error) {
    for (const { fail } of batch) fail(error)
  }
}

/** In the order of callers: two processes that count the same ones lock rows in one order and cannot deadlock. */
async function addAll(db: Kysely<DB>, ofCaller: ReadonlyMap<string, readonly Waiter[]>, windowMs: number) {
  const callers = [...ofCaller.keys()]
  const times = [...ofCaller.values()].map(({ length }) => length)
  const { rows } = await sql<{ caller: string; taken: number; left_ms: number }>`
    insert into rate_limit_counters as pace (caller, taken, ends_at)
    select caller, times, now() + ${windowMs} * interval '1 millisecond'
    from unnest(${callers}::text[], ${times}::integer[]) as asked (caller, times)
    order by caller
    on conflict (caller) do update set
      taken = case when pace.ends_at > now() then least(pace.taken, ${usedMax}) else 0 end + excluded.taken,
      ends_at = case when pace.ends_at > now() then pace.ends_at else excluded.ends_at end
    returning caller, taken, greatest(1, extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left_ms`.execute(
    db,
  )
  return rows
}

/** Above every configurable limit, and below the column's range. */
const usedMax = 2_000_000_000

/** Windows that ended a minute ago; skips rows that are being counted. */
async function removeEnded(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from rate_limit_counters where caller in (
      select caller from rate_limit_counters where ends_at < now() - interval '1 minute'
      order by ends_at limit 10000 for update skip locked
    )`.execute(db)
}
