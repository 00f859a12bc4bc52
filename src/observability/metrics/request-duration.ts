import { Histogram, type Registry } from 'prom-client'

type Labels = { operation_id: string; method: string; status: string }
type Series = { labels: Labels; histogram: Histogram }

const told = {
  name: 'sittings_http_request_duration_seconds',
  help: 'From the first byte of a request to the last of its answer; a stream is over with its last event.',
}

/**
 * Seconds. The lowest separate a read by key from a slow one; the highest cover the scheduler and an onboarding turn.
 */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Records the duration of a response. */
export type RecordDuration = (operationId: string, method: string, status: number, seconds: number) => void

/**
 * Request durations by operation, method and status. The library's lookup of a series by labels costs as much as
 * validating a response, so each series is an unlabelled histogram, and the labels are added at the scrape.
 */
export function createDurationHistogram(registry: Registry): RecordDuration {
  const begun = new Map<string, Map<string, Map<number, Series>>>()
  const all: Series[] = []

  function begin(operationId: string, method: string, status: number): Series {
    const ofOperation = begun.get(operationId) ?? new Map<string, Map<number, Series>>()
    const ofMethod = ofOperation.get(method) ?? new Map<number, Series>()
    const labels = { operation_id: operationId, method, status: String(status) }
    const series = { labels, histogram: new Histogram({ ...told, buckets, registers: [] }) }
    begun.set(operationId, ofOperation.set(method, ofMethod.set(status, series)))
    all.push(series)
    return series
  }

  registry.registerMetric(asOne(all))
  return (operationId, method, status, seconds) => {
    const series = begun.get(operationId)?.get(method)?.get(status) ?? begin(operationId, method, status)
    series.histogram.observe(seconds)
  }
}

/** Presents all series as one metric to the registry, which reads only its name and values. */
function asOne(all: readonly Series[]): Histogram {
  const labelNames: (keyof Labels)[] = ['operation_id', 'method', 'status']
  const valuesOf = async ({ labels, histogram }: Series) =>
    (await histogram.get()).values.map((value) => ({ ...value, labels: { ...value.labels, ...labels } }))
  const get = async () => ({ ...told, type: 'histogram', values: (await Promise.all(all.map(valuesOf))).flat() })
  return { ...told, labelNames, get } as unknown as Histogram
}
