import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { DB } from '#src/database/tables.gen.ts'
import { cacheFor } from '#src/http/cache-for.ts'
import { jobKinds } from '#src/queue/kinds.ts'
import {
  findOldestSnapshot,
  jobStatuses,
  listDeadJobs,
  listLiveJobs,
  type OldestSnapshot,
  type QueueRow,
} from './queries.ts'

const limits = {
  /** Milliseconds for which a result is cached, so that several scrapers cause one query. */
  cacheMs: 5_000,
  /** The same for dead jobs, whose count scans ended jobs. */
  deadCacheMs: 60_000,
  /**
   * Milliseconds that a scrape waits for the database; Prometheus' default timeout is ten seconds for the whole scrape.
   */
  waitMs: 1_000,
}

/**
 * Metrics that only the database knows: whether it responds, the queue, and the oldest snapshot. Returns the update to
 * run before a scrape, which takes at most a second and never rejects. Without a response the gauges are removed, since
 * old values would look current.
 */
export function registerDatabaseMetrics(registry: Registry, db: Kysely<DB>, changed: Partial<typeof limits> = {}) {
  const { cacheMs, deadCacheMs, waitMs } = { ...limits, ...changed }
  const gauges = createStorageGauges(registry)
  const refresh = cacheFor(cacheMs, async () => ({ live: await listLiveJobs(db), ...(await findOldestSnapshot(db)) }))
  const lookForDead = cacheFor(deadCacheMs, () => listDeadJobs(db))
  return async (): Promise<void> => {
    const [seen, dead] = await Promise.all([awaitWithin(waitMs, refresh()), awaitWithin(waitMs, lookForDead())])
    show(gauges, seen, dead)
  }
}

/** Undefined when the result is late or fails. */
async function awaitWithin<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([answer, late.promise])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

function createStorageGauges(registry: Registry) {
  const registers = [registry]
  return {
    up: new Gauge({
      name: 'sittings_database_up',
      help: '1 when the database answered a question within a second, at most five seconds ago.',
      registers,
    }),
    jobs: new Gauge({
      name: 'sittings_queue_jobs',
      help: 'Research jobs: due now, leased by a worker, paused by an operator, backing off after a failure, waiting for an external run, or failed (until an operator retries them).',
      labelNames: ['kind', 'state'],
      registers,
    }),
    oldestDue: new Gauge({
      name: 'sittings_queue_oldest_due_seconds',
      help: 'For how long the longest due job of a kind has been due; 0 when none is.',
      labelNames: ['kind'],
      registers,
    }),
    horizonSeconds: new Gauge({
      name: 'sittings_database_horizon_seconds',
      help: 'For how long a transaction has held the oldest snapshot: what died since stays, and every claim steps over it.',
      registers,
    }),
    horizonTransactions: new Gauge({
      name: 'sittings_database_horizon_transactions',
      help: 'How many transactions began since the oldest snapshot.',
      registers,
    }),
  }
}

function show(
  { up, jobs, oldestDue, horizonSeconds, horizonTransactions }: ReturnType<typeof createStorageGauges>,
  seen: ({ live: QueueRow[] } & OldestSnapshot) | undefined,
  dead: QueueRow[] | undefined,
): void {
  for (const gauge of [jobs, oldestDue]) gauge.reset()
  for (const gauge of [horizonSeconds, horizonTransactions]) gauge.remove()
  up.set(seen === undefined ? 0 : 1)
  if (seen === undefined) return
  horizonSeconds.set(seen.seconds)
  horizonTransactions.set(seen.transactions)
  for (const kind of jobKinds) {
    for (const state of jobStatuses) {
      const rows = state === 'failed' ? dead : seen.live
      const row = rows?.find((one) => one.kind === kind && one.status === state)
      if (rows !== undefined) jobs.set({ kind, state }, row?.jobs ?? 0)
      if (state === 'due') oldestDue.set({ kind }, row?.oldest_seconds ?? 0)
    }
  }
}
