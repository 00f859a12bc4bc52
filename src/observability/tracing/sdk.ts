import { readFileSync } from 'node:fs'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { createExporter } from './exporter.ts'
import { nameOperations } from './operations.ts'
import { createRedactingExporter } from './redact.ts'
import { getTraceContext, runInSpan } from './spans.ts'
import { tracing } from './tracer.ts'

/** Milliseconds that the end of the process waits for the last spans to be taken. */
const flushMs = 3_000

/** Paths whose requests come every few seconds from machines, and tell nothing that the metrics do not. */
const unobserved = /^\/(metrics|ready|api\/health)(\?|$)/

/**
 * Spans of requests, statements and slices. Figures are told by /metrics and lines by the log; OpenTelemetry's own ways
 * for both stay shut. A span is stripped of everything that could hold a word of anybody before it leaves.
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
        // Whom research asks, and for whom, is told by nobody.
        disableOutgoingRequestInstrumentation: true,
      }),
      new PgInstrumentation({
        // A statement belongs to something; what the pool does by itself is no trace of its own.
        requireParentSpan: true,
        // By default the name that the statement has on its connection, which is a hash.
        requestHook: (span, { query }) => span.updateName(`pg.query ${verbOf(query.text)}`),
      }),
    ],
  })
  sdk.start()
  nameOperations()
  tracing.around = runInSpan
  tracing.ofLine = getTraceContext
  process.once('beforeExit', () => {
    setTimeout(() => process.exit(), flushMs).unref()
    void sdk.shutdown().catch(() => {})
  })
}

const verbOf = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''

/**
 * What the spans say of the process. Its arguments and its owner are left out, which the library would tell as well.
 */
function describe(env: NodeJS.ProcessEnv): void {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const own = `service.version=${version},deployment.environment.name=${env.SERVICE_ENVIRONMENT || 'development'}`
  env.OTEL_RESOURCE_ATTRIBUTES = [own, env.OTEL_RESOURCE_ATTRIBUTES].filter(Boolean).join(',')
  env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,serviceinstance'
  // As with the other two ways above, which their variables would open again.
  env.OTEL_METRICS_EXPORTER = 'none'
  env.OTEL_LOGS_EXPORTER = 'none'
}
