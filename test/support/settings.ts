/** As short as a key may be. */
export const researchKey = 'my-research-key-of-32-characters'

/** Limits of callers that a test of something else must not reach. */
export const withoutLimits = {
  RATE_CALLER_PER_MINUTE: '1000000',
  RATE_COSTLY_PER_MINUTE: '1000000',
  RATE_ANONYMOUS_PER_MINUTE: '1000000',
  ANONYMOUS_PER_SECOND_MAX: '1000000',
  ANONYMOUS_AT_ONCE_MAX: '10000',
  REQUESTS_AT_ONCE_MAX: '1000000',
  CONNECTIONS_PER_ADDRESS_MAX: '10000',
}

/** A test shares the machine with other load, so a busy event loop must not shed its requests. */
export const withoutShedding = { EVENT_LOOP_DELAY_MS_MAX: '60000' }

/** Enough for every caller of a race to wait in the queue on a busy machine. */
export const longDatabaseTimeouts = {
  DATABASE_POOL_WAIT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
}

/** What a service that is not on a developer's machine has to be given; nothing is fetched before the first token. */
export const deployedSettings = {
  SERVICE_ENVIRONMENT: 'staging',
  TOKEN_ISSUER: 'https://issuer.example',
  TOKEN_AUDIENCE: 'sittings',
  TOKEN_JWKS_URL: 'https://issuer.example/keys',
  DATABASE_URL: 'postgresql://db.example/sittings',
}
