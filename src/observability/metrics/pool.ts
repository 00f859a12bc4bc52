import { Gauge, type Registry } from 'prom-client'

/** Counters of a connection pool. */
export type PoolStats = { totalCount: number; idleCount: number; waitingCount: number }

/** Gauges of the pool at the scrape. */
export function registerPoolMetrics(registry: Registry, pool: PoolStats): void {
  const registers = [registry]
  new Gauge({
    name: 'sittings_database_pool_connections',
    help: 'Open database connections of this process, by what they do.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'sittings_database_pool_waiting',
    help: 'Callers that wait for a database connection.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
