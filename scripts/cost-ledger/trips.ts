import type pg from 'pg'

export type Trips = { roundTrips: number; statements: number }

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
