import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ConfigWarning } from '#src/config.ts'
import type { Pool } from '#src/database/database.ts'

let registry: Registry | undefined

/** Sums of what the library also counts by type: gauges named like counters, which Prometheus' linter rejects. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Process metrics: event-loop delay, heap, GC, CPU, handles. One registry, however many apps the process runs. */
export function getProcessMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
    for (const name of misnamed) registry.removeSingleMetric(name)
  }
  return registry
}

/** Gauges of the connection pool at the scrape. */
export function registerPoolMetrics(registry: Registry, pool: Pool): void {
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

/** Start warnings as a gauge for the process's lifetime, since few read stderr. */
export function showStartWarnings(registry: Registry, warnings: readonly ConfigWarning[]): void {
  const gauge = new Gauge({
    name: 'sittings_start_warnings',
    help: '1 for each setting that the process has warned of at its start.',
    labelNames: ['setting'],
    registers: [registry],
  })
  for (const { setting } of warnings) gauge.set({ setting }, 1)
}
