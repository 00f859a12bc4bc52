import type pg from 'pg'
import { loadConfig } from '#src/config.ts'
import type { OperationId } from '#src/contract/document.ts'
import { connect } from '#src/database/connect.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { pollUntil } from '../../test/support/until.ts'
import { openInProcessService } from '../../test/system/access/in-process-service.ts'
import { buildSentRequest, buildValidRequests, type ValidRequest } from '../../test/system/access/requests.ts'
import { seedArtist, signBearer } from '../../test/system/access/seed-artist.ts'
import type { TestEnvironment } from '../../test/system/environment.ts'

/** The database cost of one success of an operation. */
export type Cost = { roundTrips: number; statements: number }

/** Builds an artist's records and calls every operation of the contract once more, one after the other. */
export async function measureCosts(environment: TestEnvironment): Promise<Record<OperationId, Cost>> {
  const { pool: size, timeouts } = loadConfig({})
  const { db, pool, close } = connect({ url: environment.url, pool: size, timeouts, applicationName: 'sittings costs' })
  environment.teardown(close)
  const trips = watchTrips(pool)
  const service = await openInProcessService({ ...environment, db })
  const seeded = await seedArtist({ ...environment, db }, service)
  const authorization = await signBearer(service, seeded.claimant)

  async function measureCost(id: OperationId, ready: ValidRequest): Promise<Cost> {
    // A claim scans when the last scan is old: its cost would depend on how fast this run is. A new queue always scans.
    service.app.resources.queue = new JobQueue(db)
    await waitForIdlePool(pool)
    const from = { ...trips }
    const request = buildSentRequest(id, ready)
    const { status, body } = await service.send({ ...request, headers: { ...request.headers, authorization } })
    if (status > 299) throw new Error(`${id} was answered with ${status} ${JSON.stringify(body)}`)
    await waitForIdlePool(pool)
    return { roundTrips: trips.roundTrips - from.roundTrips, statements: trips.statements - from.statements }
  }
  const requests = buildValidRequests(seeded)
  // The first request of a token also looks up its user, and the first search of an artist indexes the texts.
  await measureCost('listMyArtists', requests.listMyArtists)
  await measureCost('searchArtistEvidence', requests.searchArtistEvidence)
  const costs: [string, Cost][] = []
  for (const [id, ready] of Object.entries(requests)) costs.push([id, await measureCost(id as OperationId, ready)])
  return Object.fromEntries(costs) as Record<OperationId, Cost>
}

/** What an operation leaves running after its response is part of its cost. */
const waitForIdlePool = (pool: pg.Pool) => pollUntil(() => pool.idleCount === pool.totalCount)

type Trips = { roundTrips: number; statements: number }

/**
 * Counts the traffic on the connections of a pool from now on: statements, and round trips. A statement that is sent
 * before the last response has arrived shares its round trip. Connections that are open already are not counted, nor is
 * opening new ones.
 */
export function watchTrips(pool: pg.Pool): Trips {
  const trips = { roundTrips: 0, statements: 0 }
  pool.on('connect', (client) => {
    // The driver has no event for the server's readiness.
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    let underWay = 0
    connection.on('readyForQuery', () => {
      underWay -= 1
    })
    const send = client.query as (...args: unknown[]) => unknown
    const countAndSend = (...args: unknown[]) => {
      if (underWay === 0) trips.roundTrips += 1
      underWay += 1
      trips.statements += 1
      return send(...args)
    }
    client.query = countAndSend as typeof client.query
  })
  return trips
}
