import { createRequire } from 'node:module'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** The exporters are dependencies of the SDK, possibly nested, so they are resolved from it. */
const requireFromSdk = createRequire(import.meta.resolve('@opentelemetry/sdk-node'))

/**
 * The exporter of spans: OTLP over HTTP, which reads address and headers from the standard variables
 * (OTEL_EXPORTER_OTLP_…), or with OTEL_TRACES_EXPORTER=console standard output.
 */
export function createExporter(env: NodeJS.ProcessEnv): SpanExporter {
  if (env.OTEL_TRACES_EXPORTER === 'console') {
    const { ConsoleSpanExporter } = requireFromSdk('@opentelemetry/sdk-trace')
    return new ConsoleSpanExporter()
  }
  const { OTLPTraceExporter } = requireFromSdk('@opentelemetry/exporter-trace-otlp-http')
  return new OTLPTraceExporter()
}
