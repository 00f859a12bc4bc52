import type pg from 'pg'
import { StatementBatch } from '#src/database/driver/statement-batch.ts'

export type Trips = { roundTrips: number; statements: number }

/**
 * Counts what goes over the connections of a pool from now on: statements, and the times when somebody began to wait
 * for the server. What is sent while an answer is still to come travels with it. Connections that are open already are
 * not watched, nor is the setting up of new ones.
 */
export function watchTrips(pool: pg.Pool): Trips {
  const trips = { roundTrips: 0, statements: 0 }
  pool.on('connect', (client) => {
    // The driver tells nobody but itself when the server is ready again.
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    let underWay = 0
    connection.on('readyForQuery', () => {
      underWay -= 1
    })
    const send = client.query as (...given: unknown[]) => unknown
    const counted = (...given: unknown[]) => {
      if (underWay === 0) trips.roundTrips += 1
      underWay += 1
      trips.statements += sizeOf(given[0])
      return send(...given)
    }
    client.query = counted as typeof client.query
  })
  return trips
}

/** Statements of a query; a batch of them is sent as one. */
const sizeOf = (query: unknown): number => (query instanceof StatementBatch ? query.statements.length : 1)
