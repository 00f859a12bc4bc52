/**
 * Traces the service with OpenTelemetry: node --import ./src/observability/tracing/register.ts src/server.ts.
 * Configured by the standard OTEL_* variables; see src/observability/metrics/README.md. Import it before the service, whose modules are
 * instrumented as they load.
 */

const packages = [
  '@opentelemetry/sdk-node@0.301.0',
  '@opentelemetry/instrumentation-http@0.301.0',
  '@opentelemetry/instrumentation-pg@0.77.0',
]

/**
 * `--save-prod`, because they are listed as development dependencies, which `--omit=dev` would skip even when named.
 */
const install = 'npm install --no-save --save-prod --omit=dev --omit=optional --ignore-scripts'

try {
  const { startTracing } = await import('./sdk.ts')
  startTracing()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('@opentelemetry/')) throw error
  process.stderr.write(
    `The service did not start: tracing needs packages that an installation for production leaves out.\n` +
      `Install them beside it, or start it without --import:\n  ${install} ${packages.join(' ')}\n`,
  )
  process.exit(1)
}
