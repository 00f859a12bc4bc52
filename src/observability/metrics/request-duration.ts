import { Histogram, type Registry } from 'prom-client'

type Labels = { operation_id: string; method: string; status: string }
type Series = { labels: Labels; histogram: Histogram }

const told = {
  name: 'sittings_http_request_duration_seconds',
  help: 'From the first byte of a request to the last of its answer; a stream is over with its last event.',
}

/**
 * Seconds. The finest tells a read by its key from a slow one; the coarsest holds the scheduler and a turn of the
 * onboarding.
 */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts a request that was answered. */
export type RecordDuration = (operationId: string, method: string, status: number, seconds: number) => void

/**
 * How long requests take, by operation, method and status. Every request asks for one series, and to find it by its
 * labels takes the library as long as it takes to judge an answer: so each is a histogram without labels, which get
 * theirs when somebody looks.
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

/** All series as the one metric that they are: what a registry asks of one is its name and its values. */
function asOne(all: readonly Series[]): Histogram {
  const labelNames: (keyof Labels)[] = ['operation_id', 'method', 'status']
  const valuesOf = async ({ labels, histogram }: Series) =>
    (await histogram.get()).values.map((value) => ({ ...value, labels: { ...value.labels, ...labels } }))
  const get = async () => ({ ...told, type: 'histogram', values: (await Promise.all(all.map(valuesOf))).flat() })
  return { ...told, labelNames, get } as unknown as Histogram
}
