import { sql } from 'kysely'
import type pg from 'pg'
import { loadConfig } from '#src/config.ts'
import type { OperationId } from '#src/contract/document.ts'
import { connect } from '#src/database/connect.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { pollUntil } from '../../test/support/until.ts'
import { openInProcessService } from '../../test/system/access/in-process-service.ts'
import { buildSentRequest } from '../../test/system/access/request.ts'
import { seedArtist, signBearer } from '../../test/system/access/seed-artist.ts'
import { buildValidRequests, type ValidRequest } from '../../test/system/access/valid-requests.ts'
import type { TestEnvironment } from '../../test/system/environment.ts'
import { watchTrips } from './trips.ts'

/**
 * The database cost of one success of an operation; `walBytes` in hundreds, for some of it is the server's own
 * housekeeping.
 */
export type Cost = { roundTrips: number; statements: number; rowsWritten: number; walBytes: number }

/** Builds an artist's records and calls every operation of the contract once more, one after the other. */
export async function measureCosts(environment: TestEnvironment): Promise<Record<OperationId, Cost>> {
  // A full page image is written the first time after a checkpoint, which is no cost of the operation that happens to
  // do it.
  await sql`alter system set full_page_writes = off`.execute(environment.db)
  await sql`select pg_reload_conf()`.execute(environment.db)
  const { pool: size, timeouts } = loadConfig({})
  const { db, pool, close } = connect({ url: environment.url, pool: size, timeouts, applicationName: 'sittings costs' })
  environment.teardown(close)
  const trips = watchTrips(pool)
  const service = await openInProcessService({ ...environment, db })
  const life = await seedArtist({ ...environment, db }, service)
  const authorization = await signBearer(service, life.claimant)

  async function measureCost(id: OperationId, ready: ValidRequest): Promise<Cost> {
    // A claim scans when the last scan is old: its cost would depend on how fast this run is. A new queue always scans.
    service.app.resources.queue = new JobQueue(db)
    const before = await readCounters(environment, pool)
    const from = { ...trips }
    const request = buildSentRequest(id, ready)
    const { status, body } = await service.send({ ...request, headers: { ...request.headers, authorization } })
    if (status > 299) throw new Error(`${id} was answered with ${status} ${JSON.stringify(body)}`)
    const [roundTrips, statements] = [trips.roundTrips - from.roundTrips, trips.statements - from.statements]
    const after = await readCounters(environment, pool)
    const walBytes = Math.round((after.wal - before.wal) / 100) * 100
    return { roundTrips, statements, rowsWritten: after.rows - before.rows, walBytes }
  }
  const costs: [string, Cost][] = []
  for (const [id, ready] of Object.entries(buildValidRequests(life)))
    costs.push([id, await measureCost(id as OperationId, ready)])
  return Object.fromEntries(costs) as Record<OperationId, Cost>
}

/** The end of the WAL, and how many rows were ever written, once every session has reported its statistics. */
async function readCounters({ db }: TestEnvironment, pool: pg.Pool): Promise<{ wal: number; rows: number }> {
  await pollUntil(() => pool.idleCount === pool.totalCount)
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of clients) {
    await client.query('select pg_stat_force_next_flush()')
    client.release()
  }
  const { rows } = await sql<{ wal: number; rows: number }>`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal, sum(n_tup_ins + n_tup_upd + n_tup_del)::int8 as rows
    from pg_stat_user_tables`.execute(db)
  return { wal: Number(rows[0]?.wal), rows: Number(rows[0]?.rows) }
}
