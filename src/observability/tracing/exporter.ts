import { createRequire } from 'node:module'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** The exporters are dependencies of the SDK, possibly nested, so they are resolved from it. */
const requireFromSdk = createRequire(import.meta.resolve('@opentelemetry/sdk-node'))

type Module = Record<string, new () => SpanExporter>

const byProtocol: Record<string, string> = {
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
}

/**
 * The span exporter by the standard variables; undefined when they disable tracing. The exporter itself reads address
 * and headers (OTEL_EXPORTER_OTLP_…). OTEL_TRACES_EXPORTER may be `otlp`, `console` or `none`.
 * @throws Error naming an unsupported variable
 */
export function createExporter(env: NodeJS.ProcessEnv): SpanExporter | undefined {
  const exporter = env.OTEL_TRACES_EXPORTER || 'otlp'
  if (exporter === 'none') return undefined
  if (exporter === 'console') return instantiateExporter('@opentelemetry/sdk-trace', 'ConsoleSpanExporter')
  if (exporter !== 'otlp') throw new Error('OTEL_TRACES_EXPORTER must be otlp, console or none')
  const variable = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const module = byProtocol[env[variable] || 'http/protobuf']
  if (module === undefined) throw new Error(`${variable} must be ${Object.keys(byProtocol).join(' or ')}`)
  return instantiateExporter(module, 'OTLPTraceExporter')
}

function instantiateExporter(module: string, name: string): SpanExporter {
  const Exporter = (requireFromSdk(module) as Module)[name]
  if (Exporter === undefined) throw new Error(`${module} has no ${name}`)
  return new Exporter()
}
