import { createRequire } from 'node:module'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** The exporters are dependencies of the SDK, possibly nested, so they are resolved from it. */
const requireFromSdk = createRequire(import.meta.resolve('@opentelemetry/sdk-node'))

type Module = Record<string, new () => SpanExporter>

const byProtocol: Record<string, string> = {
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
  grpc: '@opentelemetry/exporter-trace-otlp-grpc',
}

/**
 * The span exporter by the standard variables; undefined when they disable tracing. The exporter itself reads address
 * and headers (OTEL_EXPORTER_OTLP_…). OTEL_TRACES_EXPORTER may be `otlp`, `console` or `none`.
 * @throws Error naming an unsupported variable
 */
export function createExporter(env: NodeJS.ProcessEnv): SpanExporter | undefined {
  const names = env.OTEL_TRACES_EXPORTER || 'otlp'
  if (names === 'none' || /^(true|1)$/i.test(env.OTEL_SDK_DISABLED ?? '')) return undefined
  if (names === 'console') return instantiateExporter('@opentelemetry/sdk-trace', 'ConsoleSpanExporter')
  if (names !== 'otlp') throw new Error('OTEL_TRACES_EXPORTER must be otlp, console or none')
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf'
  const module = byProtocol[protocol]
  if (module === undefined) {
    throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL must be one of ${Object.keys(byProtocol).join(', ')}`)
  }
  return instantiateExporter(module, 'OTLPTraceExporter')
}

function instantiateExporter(module: string, name: string): SpanExporter {
  const Exporter = (requireFromSdk(module) as Module)[name]
  if (Exporter === undefined) throw new Error(`${module} has no ${name}`)
  return new Exporter()
}
