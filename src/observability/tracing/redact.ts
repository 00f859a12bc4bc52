import type { SpanContext } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

/**
 * What a span may say, and nothing else: names of the contract and of this code, figures, and SQL without its values. A
 * list of what may leave, because what the libraries tell grows with every version; addresses, queries, headers, hosts
 * of callers and messages of errors hold words.
 */
const told = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'network.protocol.version',
  'error.type',
  'db.system.name',
  'db.namespace',
  'db.query.text',
  'db.response.status_code',
  'exception.type',
  'sittings.operation_id',
  'sittings.job.id',
  'sittings.job.kind',
  'sittings.job.attempt',
  'sittings.job.ending',
])

/** An exporter of spans that hold no word of anybody. */
export const createRedactingExporter = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(redactSpan), done),
  shutdown: () => exporter.shutdown(),
  ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
})

/** The span itself stands behind it, and is not altered: another may be looking at it. */
export const redactSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: kept(span.attributes) },
    events: {
      value: span.events.map(({ attributes = {}, ...event }) => ({ ...event, attributes: kept(attributes) })),
    },
    links: {
      value: span.links.map(({ attributes = {}, context, ...link }) => ({
        ...link,
        context: placeOf(context),
        attributes: kept(attributes),
      })),
    },
    spanContext: { value: () => placeOf(span.spanContext()) },
    parentSpanContext: { value: span.parentSpanContext && placeOf(span.parentSpanContext) },
    status: { value: { code: span.status.code } },
  })

/**
 * Which trace and which span of it; not what a caller's `tracestate` says, which every span of his trace would repeat.
 */
const placeOf = ({ traceState: _words, ...place }: SpanContext): SpanContext => place

const kept = <T extends object>(attributes: T): T =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => told.has(name))) as T
