import { SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, SpanRunner } from './tracer.ts'

/**
 * Runs part of the work in a span, the parent of spans started within. The build has a copy of its own of the API,
 * whose tracer from before the start of the SDK would record nothing; so each span asks for the tracer.
 */
export const runInSpan: SpanRunner = (name, attributes, work) =>
  trace.getTracer('sittings').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work((more) => span.setAttributes(more))
    } catch (error) {
      const { code, name: type } = error as NodeJS.ErrnoException
      span.setAttributes({ 'error.type': code ?? type }).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })

/** Trace and span ids under OpenTelemetry's log field names, so that a viewer links a log line to its trace. */
export function getTraceContext(): Attributes {
  const context = trace.getActiveSpan()?.spanContext()
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId }
}
