import { AggregatorRegistry, Histogram, Registry } from 'prom-client'

/** Seconds. The finest tells a read by its key from a slow one; the coarsest holds the scheduler and a turn of the onboarding. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

type Series = { observe: (seconds: number) => void; registry: Registry }

export type RequestSeconds = ReturnType<typeof newRequestSeconds>

/**
 * How long requests take, by operation, method and status. Every request asks for one series, and to find it by its labels takes the library as long as it takes to
 * judge an answer: so each is a histogram without labels, which stand to it once for all as the defaults of a registry of its own.
 */
export function newRequestSeconds() {
  const begun = new Map<string, Map<string, Map<number, Series>>>()

  function seriesOf(operationId: string, method: string, status: number): Series {
    const ofOperation = begun.get(operationId) ?? new Map<string, Map<number, Series>>()
    const ofMethod = ofOperation.get(method) ?? new Map<number, Series>()
    const series = ofMethod.get(status) ?? newSeries({ operation_id: operationId, method, status: String(status) })
    begun.set(operationId, ofOperation.set(method, ofMethod.set(status, series)))
    return series
  }

  const allSeries = () =>
    [...begun.values()].flatMap((methods) => [...methods.values()].flatMap((of) => [...of.values()]))

  return {
    observe(operationId: string, method: string, status: number, seconds: number): void {
      const known = begun.get(operationId)?.get(method)?.get(status)
      const series = known ?? seriesOf(operationId, method, status)
      series.observe(seconds)
    },
    /** All of it as one metric. */
    gathered: async (): Promise<Registry> =>
      AggregatorRegistry.aggregate(await Promise.all(allSeries().map(({ registry }) => registry.getMetricsAsJSON()))),
  }
}

function newSeries(labels: Record<string, string>): Series {
  const registry = new Registry()
  registry.setDefaultLabels(labels)
  const histogram = new Histogram({
    name: 'sittings_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer; a stream is over with its last event.',
    buckets,
    registers: [registry],
  })
  return { registry, observe: (seconds) => histogram.observe(seconds) }
}
