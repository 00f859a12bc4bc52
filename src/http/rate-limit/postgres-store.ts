import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** What a caller has taken in his present window, this time included, and milliseconds until it ends. */
export type RateLimitUsage = { taken: number; leftMs: number }

/** Requests that one caller may make in a window, and its length. */
export type RateWindow = { max: number; windowMs: number }

type Waiter = { caller: string; settle: (taken: RateLimitUsage) => void; fail: (error: unknown) => void }

/** Callers counted by one statement, and those known to have spent their window; some hundred kilobytes. */
const batchMax = 500
const spentMax = 10_000
const pruneEveryMs = 60_000

/**
 * Counts callers' requests for all processes of a deployment, in windows that begin with a caller's first request.
 *
 * One statement is under way at a time, and whoever comes meanwhile goes with the next one: a flood takes one
 * connection of the pool at the most, and waits for two round trips at the worst. Who has spent his window is told so
 * from memory until it ends.
 * @param onPruneFailed told why what is over could not be removed; it is tried again
 */
export function openRateLimitStore(db: Kysely<DB>, onPruneFailed: (error: unknown) => void) {
  let line: Waiter[] = []
  let isAsking = false
  let prunedAt = performance.now()
  const spentUntil = new Map<string, number>()

  async function askForAll(windowMs: number): Promise<void> {
    isAsking = true
    try {
      while (line.length > 0) {
        const batch = line.slice(0, batchMax)
        line = line.slice(batchMax)
        await count(db, batch, windowMs)
        if (performance.now() - prunedAt > pruneEveryMs) await prune()
      }
    } finally {
      isAsking = false
    }
  }

  async function prune(): Promise<void> {
    prunedAt = performance.now()
    for (const [caller, until] of spentUntil) if (until <= prunedAt) spentUntil.delete(caller)
    await removeEnded(db).catch(onPruneFailed)
  }

  /** @throws the database's error when it could not be counted */
  async function take(identity: string, { max, windowMs }: RateWindow): Promise<RateLimitUsage> {
    const caller = createHash('sha256').update(identity).digest('hex')
    const leftMs = (spentUntil.get(caller) ?? 0) - performance.now()
    if (leftMs > 0) return { taken: max + 1, leftMs }
    const counted = Promise.withResolvers<RateLimitUsage>()
    line.push({ caller, settle: counted.resolve, fail: counted.reject })
    if (!isAsking) void askForAll(windowMs)
    const taken = await counted.promise
    if (taken.taken > max && spentUntil.size < spentMax) spentUntil.set(caller, performance.now() + taken.leftMs)
    return taken
  }
  return { take }
}

/** Each gets a place of his own among those of one caller. Never rejects. */
async function count(db: Kysely<DB>, batch: readonly Waiter[], windowMs: number): Promise<void> {
  const ofCaller = Map.groupBy(batch, ({ caller }) => caller)
  try {
    for (const row of await addAll(db, ofCaller, windowMs)) {
      const waiting = ofCaller.get(row.caller) ?? []
      const before = row.taken - waiting.length
      for (const [at, { settle }] of waiting.entries()) settle({ taken: before + at + 1, leftMs: row.left_ms })
    }
  } catch (error) {
    for (const { fail } of batch) fail(error)
  }
}

/**
 * In the callers' order: of two processes that count the same ones, the later waits for the earlier, and neither for
 * both.
 */
async function addAll(db: Kysely<DB>, ofCaller: ReadonlyMap<string, readonly Waiter[]>, windowMs: number) {
  const callers = [...ofCaller.keys()]
  const times = [...ofCaller.values()].map(({ length }) => length)
  const { rows } = await sql<{ caller: string; taken: number; left_ms: number }>`
    insert into rate_limit_counters as pace (caller, taken, ends_at)
    select caller, times, now() + ${windowMs} * interval '1 millisecond'
    from unnest(${callers}::text[], ${times}::integer[]) as asked (caller, times)
    order by caller
    on conflict (caller) do update set
      taken = case when pace.ends_at > now() then least(pace.taken, ${takenMax}) else 0 end + excluded.taken,
      ends_at = case when pace.ends_at > now() then pace.ends_at else excluded.ends_at end
    returning caller, taken, greatest(1, extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left_ms`.execute(
    db,
  )
  return rows
}

/** Above every limit that can be set; the column could not hold much more. */
const takenMax = 2_000_000_000

/** Whose window has been over for a minute; passes over those that are being counted just now. */
async function removeEnded(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from rate_limit_counters where caller in (
      select caller from rate_limit_counters where ends_at < now() - interval '1 minute'
      order by ends_at limit 10000 for update skip locked
    )`.execute(db)
}
