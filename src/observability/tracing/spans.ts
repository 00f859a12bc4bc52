import { SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Traced } from './tracer.ts'

const tracer = trace.getTracer('sittings')

/** A span around a part of the work, which is the parent of what happens within it. */
export const runInSpan: Traced = (name, attributes, work) =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
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

/** By the names that OpenTelemetry gives them in logs, so that a viewer leads from a line to its trace. */
export function getTraceContext(): Attributes {
  const context = trace.getActiveSpan()?.spanContext()
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId }
}
