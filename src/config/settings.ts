import { flag, integer, list, ms, oneOf, required, type Setting, text, url } from './env.ts'
import { isNetwork, isOrigin, isUntampered, networkNames } from './networks.ts'

const http = ['https:', 'http:']
const postgres = ['postgres:', 'postgresql:']
const aMinute = { min: 1, max: 1_000_000_000 }

const origins = list('must be origins with commas between them, such as https://app.example, or *', isOrigin)

/** Every setting: its variable, kind and default, and whether a deployment has to give it. Meanings: README.md. */
export const settings = {
  // The service and its callers.
  SERVICE_ENVIRONMENT: oneOf('development', ['development', 'staging', 'production']),
  NODE_ENV: text(),
  HOST: text('127.0.0.1'),
  PORT: integer(3_000, { min: 0, max: 65_535 }),
  // Addresses, not a number of hops: a number would trust every caller, also one that bypasses the balancer, and a
  // caller who can choose an address has as many limits as it likes.
  TRUST_PROXY: list(
    `must be the addresses of the proxies in front, with commas between them: 10.0.0.0/8, 192.0.2.7, ${networkNames.join(', ')}`,
    (one) => networkNames.includes(one) || isNetwork(one),
  ),
  TOKEN_ISSUER: required(text('sittings-development')),
  TOKEN_AUDIENCE: required(text('sittings:development')),
  TOKEN_JWKS_URL: required({
    ...url(http),
    parse: (value) => (isUntampered(value) ? value : undefined),
    accepts: 'must start with https:// unless it names this very machine, and name no user',
  }),
  // A key that the issuer has revoked is trusted at most this long, both in the cached key set and by a cached token.
  TOKEN_KEY_MAX_AGE_MS: integer(300_000, { min: 2_000, max: 3_600_000 }),
  CRON_SECRET: text(undefined, { charsMin: 16 }),
  RESEARCH_KEY: text(),
  // `*` opens the service to every page; that reaches no more than a token which the page already holds.
  CORS_ORIGINS: { ...origins, parse: (value: string) => (value === '*' ? [value] : origins.parse(value)) },
  DOCUMENTS_SERVED: flag(true),
  ARTIST_PAGES_SERVED: flag(true),
  METRICS_TOKEN: text(undefined, { charsMin: 16 }),
  LOG_LEVEL: oneOf('info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),

  // The database. Twenty connections saturate the few cores of a usual server; more only queue inside it.
  DATABASE_URL: required(url(postgres)),
  DATABASE_SHARDED: flag(false),
  DATA_FOLDER: text('.data'),
  MIGRATIONS_VERIFIED: text(),
  DATABASE_POOL_MAX: integer(20, { min: 1, max: 500 }),
  DATABASE_POOL_WAIT_MS: integer(3_000, { min: 50, max: 60_000 }),
  DATABASE_TRANSACTION_POOLER: flag(false),
  DATABASE_LOCK_TIMEOUT_MS: ms(3_000),
  DATABASE_STATEMENT_TIMEOUT_MS: ms(5_000),
  SLOW_QUERY_MS: integer(1_000, { min: 0, max: 600_000 }),

  // What one process bears, and what it bears of one caller. A sitting needs a few dozen requests; this is twice what a
  // client sends that asks fifty times a second without a pause.
  RATE_CALLER_PER_MINUTE: integer(6_000, aMinute),
  // Those of them that search, look outside or compose; an agent that reads aloud asks once in some seconds.
  RATE_COSTLY_PER_MINUTE: integer(600, aMinute),
  // Twice what an address gets of the slices of a process (below), so that ten open pages behind it never meet it.
  RATE_ANONYMOUS_PER_MINUTE: integer(3_000, aMinute),
  // Slices of anonymous callers, of whatever address: half of the pool's connections never serve them, and what they
  // take of two processors stays small. The scheduler, who has its secret, runs whatever they leave.
  ANONYMOUS_AT_ONCE_MAX: integer(5, { min: 1, max: 10_000 }),
  ANONYMOUS_PER_SECOND_MAX: integer(25, { min: 1, max: 1_000_000 }),
  // Far more than twenty connections serve at once; a request on top would wait longer than its client does.
  REQUESTS_AT_ONCE_MAX: integer(400, { min: 1, max: 1_000_000 }),
  CONNECTIONS_MAX: integer(10_000, { min: 1, max: 1_000_000 }),
  // A quarter of those of the process: a proxy that is not named as trusted needs fewer.
  CONNECTIONS_PER_ADDRESS_MAX: integer(2_500, { min: 1, max: 1_000_000 }),
  REQUEST_TIMEOUT_MS: ms(15_000),
  CONNECTION_SILENCE_MS: ms(120_000),
  EVENT_LOOP_DELAY_MS_MAX: integer(1_000, { min: 10, max: 600_000 }),
  DRAIN_MS: integer(0, { min: 0, max: 600_000 }),

  // External systems. Addresses can be changed to reach a mirror or a proxy, also a private one: the operator chose it.
  APIFY_TOKEN: text(),
  APIFY_URL: url(http, 'https://api.apify.com'),
  MUSICBRAINZ_CONTACT: text(),
  MUSICBRAINZ_URL: url(http, 'https://musicbrainz.org/ws/2'),
  WEB_SEARCH: oneOf('auto', ['auto', 'wikipedia', 'none']),
  SEARXNG_URL: url(http),
  TAVILY_API_KEY: text(),
  TAVILY_URL: url(http, 'https://api.tavily.com'),
  WIKIPEDIA_URL: url(http, 'https://en.wikipedia.org/w/api.php'),
  LORE_MODEL_BASE_URL: url(http),
  LORE_MODEL_NAME: text(),
  LORE_MODEL_API_KEY: text(),
  LORE_MODEL_JSON_SCHEMA: flag(true),
  EMBEDDING_MODEL_BASE_URL: url(http),
  EMBEDDING_MODEL_NAME: text(),
  EMBEDDING_MODEL_API_KEY: text(),

  // For client teams.
  // Where no scheduler calls: a developer's machine. 0 runs nothing.
  SCHEDULER_SECONDS: integer(0, { min: 0, max: 3_600 }),
  CHAOS: {
    parse: (value: string) =>
      value === 'on-demand' ? 0 : /^(0(\.\d{1,6})?|1)$/.test(value) ? Number(value) : undefined,
    accepts: 'must be on-demand or a rate such as 0.1',
    otherwise: undefined as number | undefined,
  },
  CHAOS_SEED: { ...integer(0, { min: 0, max: 2 ** 31 }), otherwise: undefined as number | undefined },
} satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings
export type SettingValues = { [Name in SettingName]: (typeof settings)[Name]['otherwise'] }
