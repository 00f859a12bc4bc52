/*
 * Traces the service with OpenTelemetry: node --import ./src/observability/tracing/register.ts src/server.ts. Where the
 * spans go is said by the standard variables OTEL_*; see ./README.md. It has to be imported before the service, whose
 * modules it instruments as they are loaded.
 */

const packages = [
  '@opentelemetry/sdk-node@0.301.0',
  '@opentelemetry/instrumentation-http@0.301.0',
  '@opentelemetry/instrumentation-pg@0.77.0',
]

/**
 * `--save-prod` for they stand among the development packages, which `--omit=dev` would leave out although they are
 * named.
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
