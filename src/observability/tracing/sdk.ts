import { readFileSync } from 'node:fs'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { createExporter } from './exporter.ts'
import { nameOperations } from './operations.ts'
import { createRedactingExporter } from './redact.ts'
import { getTraceContext, runInSpan } from './spans.ts'
import { tracing } from './tracer.ts'

/** Milliseconds that the exit waits for the last spans to be exported. */
const flushMs = 3_000

/** Paths that machines poll every few seconds and that the metrics cover. */
const unobserved = /^\/(metrics|ready|api\/health)(\?|$)/

/**
 * Traces requests, queries and slices. Metrics and logs of OpenTelemetry stay off: /metrics and the logger cover them.
 * Spans are redacted before export.
 */
export function startTracing(env: NodeJS.ProcessEnv = process.env): void {
  const exporter = createExporter(env)
  if (exporter === undefined) return
  describe(env)
  const sdk = new NodeSDK({
    serviceName: env.OTEL_SERVICE_NAME ?? 'sittings',
    traceExporter: createRedactingExporter(exporter),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => unobserved.test(url),
        // Outgoing URLs reveal which provider is called and for which artist.
        disableOutgoingRequestInstrumentation: true,
      }),
      new PgInstrumentation({
        // Only queries within a traced operation: maintenance of the pool is no trace.
        requireParentSpan: true,
        // The default is the prepared statement's name, a hash.
        requestHook: (span, { query }) => span.updateName(`pg.query ${findVerb(query.text)}`),
      }),
    ],
  })
  sdk.start()
  nameOperations()
  tracing.runInSpan = runInSpan
  tracing.getLogFields = getTraceContext
  process.once('beforeExit', () => {
    setTimeout(() => process.exit(), flushMs).unref()
    void sdk.shutdown().catch(() => {})
  })
}

const findVerb = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''

/** Resource attributes of the process, without its arguments and owner, which the library would add. */
function describe(env: NodeJS.ProcessEnv): void {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const attributes = `service.version=${version},deployment.environment.name=${env.SERVICE_ENVIRONMENT || 'development'}`
  env.OTEL_RESOURCE_ATTRIBUTES = [attributes, env.OTEL_RESOURCE_ATTRIBUTES].filter(Boolean).join(',')
  env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,serviceinstance'
  // Off, because these variables would turn the other two signals on again.
  env.OTEL_METRICS_EXPORTER = 'none'
  env.OTEL_LOGS_EXPORTER = 'none'
}
