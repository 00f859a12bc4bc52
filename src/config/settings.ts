import { flag, integer, type Kind, list, oneOf, required, secret, setting, text, url } from './env.ts'
import { isNetwork, isOrigin, isUntampered, networkNames } from './networks.ts'

const http = url('https:', 'http:')

/** Milliseconds of a wait, which always ends. */
const wait = integer(1, 600_000)
const perMinute = integer(1, 1_000_000_000)
const count = integer(1, 1_000_000)

const proxies = list(
  `must be the addresses of the proxies in front, with commas between them: 10.0.0.0/8, 192.0.2.7, ${networkNames.join(', ')}`,
  (one) => networkNames.includes(one) || isNetwork(one),
)

const keySet: Kind<string> = {
  parse: (value) => (isUntampered(value) ? value : undefined),
  accepts: 'must start with https:// unless it names this very machine, and name no user',
}

const origins = list('must be origins with commas between them, such as https://app.example, or *', isOrigin)
const originsOrAll: Kind<readonly string[]> = {
  ...origins,
  parse: (value) => (value === '*' ? [value] : origins.parse(value)),
}

const modelName: Kind<string> = {
  parse: (value) => (value.length <= 200 ? value : undefined),
  accepts: 'must be at most 200 characters',
}

const chaosRate: Kind<number> = {
  parse: (value) => (value === 'on-demand' ? 0 : /^(0(\.\d{1,6})?|1)$/.test(value) ? Number(value) : undefined),
  accepts: 'must be on-demand or a rate such as 0.1',
}

/** Seeds are 0 up to it, those that are drawn below it. */
export const chaosSeedMax = 2 ** 31

/**
 * Every setting where the configuration holds it: its variable, kind and default, and whether a deployment has to give
 * it. Meanings: README.md.
 */
export const settings = {
  environment: setting('SERVICE_ENVIRONMENT', oneOf('development', 'staging', 'production'), 'development'),
  nodeEnvironment: setting('NODE_ENV', text, 'development'),
  host: setting('HOST', text, '127.0.0.1'),
  port: setting('PORT', integer(0, 65_535), 3_000),
  // Addresses, not a number of hops: a number would trust every caller, also one that bypasses the balancer, and a
  // caller who can choose an address has as many limits as it likes.
  trustedProxies: setting('TRUST_PROXY', proxies, []),
  // Each environment issues tokens for its own API only (interface, section 5), so a deployment has to name its own.
  token: {
    issuer: required('TOKEN_ISSUER', text, 'sittings-development'),
    audience: required('TOKEN_AUDIENCE', text, 'sittings:development'),
    jwksUrl: required('TOKEN_JWKS_URL', keySet),
    // A key that the issuer has revoked is trusted at most this long, both in the cached key set and by a cached token.
    keyMsMax: setting('TOKEN_KEY_MAX_AGE_MS', integer(2_000, 3_600_000), 300_000),
  },
  cronSecret: setting('CRON_SECRET', secret),
  /** Kept as given: with a short one the operations that take it answer 503 `not_configured`, as without. */
  researchKey: setting('RESEARCH_KEY', text),
  // `*` opens the service to every page; that reaches no more than a token which the page already holds.
  corsOrigins: setting('CORS_ORIGINS', originsOrAll, []),
  /** Whether the contract's pages are served: /docs and the document itself. */
  documentsServed: setting('DOCUMENTS_SERVED', flag, true),
  /** Whether visitors can read the page of an artist who has published it. */
  artistPagesServed: setting('ARTIST_PAGES_SERVED', flag, true),
  metrics: { token: setting('METRICS_TOKEN', secret) },
  logLevel: setting('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),

  /** Absent: the embedded server under `dataFolder`, which has no backup and no second machine to take over. */
  databaseUrl: required('DATABASE_URL', url('postgres:', 'postgresql:')),
  /** The tables are distributed over a cluster by artist (`cli db distribute`). */
  sharded: setting('DATABASE_SHARDED', flag, false),
  dataFolder: setting('DATA_FOLDER', text, '.data'),
  /** Path of the record that staging wrote; production's `migrate` requires it. */
  migrationsVerifiedFile: setting('MIGRATIONS_VERIFIED', text),
  pool: {
    // Twenty connections saturate the few cores of a usual server; more only queue inside it.
    max: setting('DATABASE_POOL_MAX', integer(1, 500), 20),
    waitMs: setting('DATABASE_POOL_WAIT_MS', integer(50, 60_000), 3_000),
    transactionPooler: setting('DATABASE_TRANSACTION_POOLER', flag, false),
  },
  timeouts: {
    /** Waiting for a row or table lock, on the server. */
    lockMs: setting('DATABASE_LOCK_TIMEOUT_MS', wait, 3_000),
    /** One SQL statement, on the server. */
    statementMs: setting('DATABASE_STATEMENT_TIMEOUT_MS', wait, 5_000),
    /** From the first byte of an HTTP request to the last byte of its body. */
    requestMs: setting('REQUEST_TIMEOUT_MS', wait, 15_000),
    /** Silence on a caller's connection: longer than the scheduler's longest run, which sends nothing until it ends. */
    idleConnectionMs: setting('CONNECTION_SILENCE_MS', wait, 120_000),
  },
  /** How long the service still serves after a signal while it is not ready, so that traffic goes elsewhere first. */
  drainMs: setting('DRAIN_MS', integer(0, 600_000), 0),

  // What one process bears, and what it bears of one caller.
  limits: {
    // A sitting needs a few dozen requests; this is twice what a client sends that asks fifty times a second.
    callerPerMinuteMax: setting('RATE_CALLER_PER_MINUTE', perMinute, 6_000),
    // Those of them that search, look outside or compose; an agent that reads aloud asks once in some seconds.
    costlyPerMinuteMax: setting('RATE_COSTLY_PER_MINUTE', perMinute, 600),
    // Twice what an address gets of the slices of a process (below), so that ten open pages behind it never meet it.
    anonymousPerMinuteMax: setting('RATE_ANONYMOUS_PER_MINUTE', perMinute, 3_000),
    // Slices of anonymous callers, of whatever address: most of the pool's connections never serve them, and what they
    // take of two processors stays small. The scheduler, who has its secret, runs whatever they leave.
    anonymousAtOnceMax: setting('ANONYMOUS_AT_ONCE_MAX', integer(1, 10_000), 5),
    anonymousPerSecondMax: setting('ANONYMOUS_PER_SECOND_MAX', count, 25),
    // Far more than twenty connections serve at once; a request on top would wait longer than its client does.
    requestsAtOnceMax: setting('REQUESTS_AT_ONCE_MAX', count, 400),
    connectionsMax: setting('CONNECTIONS_MAX', count, 10_000),
    // A quarter of those of the process: a proxy that is not named as trusted needs fewer.
    connectionsPerAddressMax: setting('CONNECTIONS_PER_ADDRESS_MAX', count, 250),
    eventLoopDelayMsMax: setting('EVENT_LOOP_DELAY_MS_MAX', integer(10, 600_000), 1_000),
  },

  // External systems, of which none is required: research whose provider is not set says so, and in development samples
  // stand in. Addresses can be changed to reach a mirror or a proxy, also a private one: the operator chose it.
  providers: {
    social: {
      apifyToken: setting('APIFY_TOKEN', text),
      apifyUrl: setting('APIFY_URL', http, 'https://api.apify.com'),
    },
    catalog: {
      /** MusicBrainz asks every client to name a contact, so it is not asked without. */
      musicbrainzContact: setting('MUSICBRAINZ_CONTACT', text),
      musicbrainzUrl: setting('MUSICBRAINZ_URL', http, 'https://musicbrainz.org/ws/2'),
    },
    search: {
      searxngUrl: setting('SEARXNG_URL', http),
      tavilyKey: setting('TAVILY_API_KEY', text),
      tavilyUrl: setting('TAVILY_URL', http, 'https://api.tavily.com'),
    },
    model: {
      /** What `/chat/completions` is appended to, as in `https://api.openai.com/v1`. */
      url: setting('LORE_MODEL_BASE_URL', http),
      name: setting('LORE_MODEL_NAME', text),
      key: setting('LORE_MODEL_API_KEY', text),
    },
    embeddings: {
      /** What `/embeddings` is appended to. */
      url: setting('EMBEDDING_MODEL_BASE_URL', http),
      name: setting('EMBEDDING_MODEL_NAME', modelName),
      key: setting('EMBEDDING_MODEL_API_KEY', text),
    },
  },

  /** 0 leaves due research to a scheduler that calls: so it is where the setting is absent, but in development. */
  schedulerSeconds: setting('SCHEDULER_SECONDS', integer(0, 3_600)),
  /** Injected faults: those that requests ask for, and random ones at this rate. */
  chaos: { rate: setting('CHAOS', chaosRate), seed: setting('CHAOS_SEED', integer(0, chaosSeedMax)) },
}
