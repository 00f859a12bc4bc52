import { Gauge, type Registry } from 'prom-client'

/** What a pool of connections says of itself. */
export type PoolStats = { totalCount: number; idleCount: number; waitingCount: number }

/** The pool of database connections as it stands at the scrape. */
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
