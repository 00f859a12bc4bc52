import { ConfigError, type Environment } from './config/env.ts'
import { findMisspelt, readSettings } from './config/read-settings.ts'
import type { SettingValues } from './config/settings.ts'
import { nestTimeouts } from './config/timeouts.ts'

export { ConfigError }

export type Config = ReturnType<typeof loadConfig>

/** A setting that does not stop the start, but that an operator should know of. */
export type ConfigWarning = { setting: string; message: string }

/**
 * Environment → frozen configuration. Everything is optional on a developer's machine (operations, section 10).
 * @throws ConfigError naming the variable and what it accepts; the process then ends before it opens anything.
 */
export function loadConfig(env: Environment) {
  const read = readSettings(env)
  refuseContradictions(read)
  const { SERVICE_ENVIRONMENT: environment } = read
  const isDevelopment = environment === 'development'
  const [origin] = read.CORS_ORIGINS
  return deepFreeze({
    environment,
    host: read.HOST,
    port: read.PORT,
    /** From where proxies call the service; false where callers reach it themselves. */
    trustedProxies: read.TRUST_PROXY.length > 0 && read.TRUST_PROXY,
    /** Absent: the embedded server under `dataFolder`, which has no backup and no second machine to take over. */
    databaseUrl: read.DATABASE_URL,
    /** The tables are distributed over a cluster by artist (`cli db distribute`). */
    sharded: read.DATABASE_SHARDED,
    dataFolder: read.DATA_FOLDER,
    /** Path of the record that staging wrote; production's `migrate` requires it. */
    migrationsVerifiedFile: read.MIGRATIONS_VERIFIED,
    /** Each environment issues tokens for its own API only (interface, section 5), so a deployment has to name both. */
    token: {
      issuer: read.TOKEN_ISSUER,
      audience: read.TOKEN_AUDIENCE,
      jwksUrl: read.TOKEN_JWKS_URL,
      keyMsMax: read.TOKEN_KEY_MAX_AGE_MS,
    },
    cronSecret: read.CRON_SECRET,
    /** What a reader of /metrics has to send; without it they are open in development and not served elsewhere. */
    metrics: { token: read.METRICS_TOKEN, isServed: read.METRICS_TOKEN !== undefined || isDevelopment },
    /** Kept as given: with a short one the operations that take it answer 503 `not_configured`, as without. */
    researchKey: read.RESEARCH_KEY,
    /** Web pages of other origins that may call. */
    corsOrigins: origin === '*' || (origin === undefined && isDevelopment) ? ('*' as const) : read.CORS_ORIGINS,
    pool: {
      max: read.DATABASE_POOL_MAX,
      waitMs: read.DATABASE_POOL_WAIT_MS,
      transactionPooler: read.DATABASE_TRANSACTION_POOLER,
    },
    timeouts: nestTimeouts(read),
    limits: {
      callerPerMinuteMax: read.RATE_CALLER_PER_MINUTE,
      costlyPerMinuteMax: read.RATE_COSTLY_PER_MINUTE,
      anonymousPerMinuteMax: read.RATE_ANONYMOUS_PER_MINUTE,
      anonymousAtOnceMax: read.ANONYMOUS_AT_ONCE_MAX,
      anonymousPerSecondMax: read.ANONYMOUS_PER_SECOND_MAX,
      requestsAtOnceMax: read.REQUESTS_AT_ONCE_MAX,
      connectionsMax: read.CONNECTIONS_MAX,
      connectionsPerAddressMax: read.CONNECTIONS_PER_ADDRESS_MAX,
      eventLoopDelayMsMax: read.EVENT_LOOP_DELAY_MS_MAX,
    },
    providers: selectProviders(read),
    /** Injected faults, for client teams: those that requests ask for, and random ones at this rate. */
    schedulerSeconds: read.SCHEDULER_SECONDS,
    chaos: read.CHAOS === undefined ? undefined : { rate: read.CHAOS, seed: read.CHAOS_SEED ?? drawSeed() },
    /** Statements that take so long are named in the log. */
    slowQueryMs: read.SLOW_QUERY_MS,
    /**
     * How long the service goes on serving after a signal while it says that it is not ready, so that traffic is routed
     * elsewhere first.
     */
    drainMs: read.DRAIN_MS,
    /** Whether the contract's pages are served: /docs and the document itself. */
    documentsServed: read.DOCUMENTS_SERVED,
    /** Whether visitors can read the page of an artist who has published it. */
    artistPagesServed: read.ARTIST_PAGES_SERVED,
    logLevel: read.LOG_LEVEL,
    warnings: listWarnings(env, read),
  })
}

const drawSeed = () => Math.floor(Math.random() * 2 ** 31)

/** Nothing is required: research whose provider is not set says so, and in development sample providers stand in. */
function selectProviders(read: SettingValues) {
  return {
    social: { apifyToken: read.APIFY_TOKEN, apifyUrl: read.APIFY_URL },
    /** MusicBrainz asks every client to name a contact, so it is not asked without. */
    catalog: { musicbrainzContact: read.MUSICBRAINZ_CONTACT, musicbrainzUrl: read.MUSICBRAINZ_URL },
    search: {
      /** `auto`: the first of SearXNG, Tavily and Wikipedia that is configured (in development the sample). */
      provider: read.WEB_SEARCH,
      searxngUrl: read.SEARXNG_URL,
      tavilyKey: read.TAVILY_API_KEY,
      tavilyUrl: read.TAVILY_URL,
      wikipediaUrl: read.WIKIPEDIA_URL,
    },
    model: {
      /** What `/chat/completions` is appended to, as in `https://api.openai.com/v1`. */
      url: read.LORE_MODEL_BASE_URL,
      name: read.LORE_MODEL_NAME,
      key: read.LORE_MODEL_API_KEY,
      /** False for a service that knows JSON but no schema. */
      takesSchema: read.LORE_MODEL_JSON_SCHEMA,
    },
    /** What `/embeddings` is appended to. */
    embeddings: {
      url: read.EMBEDDING_MODEL_BASE_URL,
      name: read.EMBEDDING_MODEL_NAME,
      key: read.EMBEDDING_MODEL_API_KEY,
    },
  }
}

function refuseContradictions(read: SettingValues): void {
  if (read.SCHEDULER_SECONDS > 0 && read.SERVICE_ENVIRONMENT !== 'development')
    throw new ConfigError('SCHEDULER_SECONDS', 'is for development alone: a scheduler calls the service elsewhere')
  if (read.CHAOS !== undefined && read.SERVICE_ENVIRONMENT !== 'development')
    throw new ConfigError('CHAOS', 'is for development alone')
  for (const model of ['LORE_MODEL', 'EMBEDDING_MODEL'] as const) {
    if (read[`${model}_BASE_URL`] !== undefined && read[`${model}_NAME`] === undefined)
      throw new ConfigError(`${model}_NAME`, `is required when ${model}_BASE_URL is set`)
  }
  if ((read.EMBEDDING_MODEL_NAME?.length ?? 0) > 200)
    throw new ConfigError('EMBEDDING_MODEL_NAME', 'must be at most 200 characters')
}

/** A shorter key could be guessed; it counts as not configured. */
export const researchKeyCharsMin = 32

function listWarnings(env: Environment, read: SettingValues): ConfigWarning[] {
  const warnings = findMisspelt(env).map(({ given, meant }) => ({
    setting: given,
    message: `is not a setting and is ignored; there is ${meant}`,
  }))
  // Unset leaves the scheduler's entry open, as the interface says (section 5).
  if (read.CRON_SECRET === undefined && read.SERVICE_ENVIRONMENT !== 'development') {
    const message = 'is not set: anyone may run the research scheduler through GET /api/research/advance'
    warnings.push({ setting: 'CRON_SECRET', message })
  }
  if (read.RESEARCH_KEY !== undefined && read.RESEARCH_KEY.length < researchKeyCharsMin) {
    const message = `has fewer than ${researchKeyCharsMin} characters and counts as not set: what needs it answers 503`
    warnings.push({ setting: 'RESEARCH_KEY', message })
  }
  return warnings
}

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

function deepFreeze<T extends object>(value: T): Frozen<T> {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value) as Frozen<T>
}
