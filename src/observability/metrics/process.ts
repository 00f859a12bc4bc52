import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** What the process is doing: event-loop delay, heap, collections, CPU, handles. Observed once, however many services it holds. */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}
