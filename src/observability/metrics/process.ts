import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * The library's sums of what it also counts by type: gauges under the names of counters, which Prometheus' linter
 * refuses.
 */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/**
 * What the process is doing: event-loop delay, heap, collections, CPU, handles. Observed once, however many services it
 * holds.
 */
export function getProcessMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
    for (const name of misnamed) registry.removeSingleMetric(name)
  }
  return registry
}
