import type { SpanContext } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

/**
 * Allowed span attributes: names of the contract and of this code, numbers, and SQL without values. An allow list,
 * because libraries add attributes with every version; URLs, queries, headers, client hosts and error messages hold
 * private text.
 */
const allowedAttributes = new Set([
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

/** An exporter that redacts every span. */
export const createRedactingExporter = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(redactSpan), done),
  shutdown: () => exporter.shutdown(),
  ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
})

/** A copy by prototype: the span may be shared with another processor. */
const redactSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: redactAttributes(span.attributes) },
    events: {
      value: span.events.map(({ attributes = {}, ...event }) => ({
        ...event,
        attributes: redactAttributes(attributes),
      })),
    },
    links: {
      value: span.links.map(({ attributes = {}, context, ...link }) => ({
        ...link,
        context: redactContext(context),
        attributes: redactAttributes(attributes),
      })),
    },
    spanContext: { value: () => redactContext(span.spanContext()) },
    parentSpanContext: { value: span.parentSpanContext && redactContext(span.parentSpanContext) },
    status: { value: { code: span.status.code } },
  })

/** Without the caller's `tracestate`, which every span of the trace would repeat. */
const redactContext = ({ traceState: _words, ...context }: SpanContext): SpanContext => context

const redactAttributes = <T extends object>(attributes: T): T =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => allowedAttributes.has(name))) as T
