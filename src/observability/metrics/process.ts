import { collectDefaultMetrics, Registry } from 'prom-client'

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
