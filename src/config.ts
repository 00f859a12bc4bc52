import { ConfigError, createEnvReader, type Environment, type EnvReader, refuseMissing } from '#src/config/env.ts'
import { readChaos } from './config/chaos.ts'
import { readEnvironment } from './config/environment.ts'
import { readNodes } from './config/nodes.ts'
import { readOrigins } from './config/origins.ts'
import { readProviders } from './config/providers.ts'
import { readTrustedProxies } from './config/proxies.ts'
import { readTimeouts } from './config/timeouts.ts'
import { readToken } from './config/token.ts'

export { ConfigError }

export type Config = ReturnType<typeof loadConfig>

/** A setting that does not stop the start, but that an operator should know of. */
export type ConfigWarning = { setting: string; message: string }

/**
 * Environment → frozen configuration. Everything is optional on a developer's machine (operations, section 10).
 * @throws ConfigError naming the variable and what it accepts; the process then ends before it opens anything.
 */
export function loadConfig(env: Environment) {
  const read = createEnvReader(env)
  const warnings: ConfigWarning[] = []
  const environment = readEnvironment(read)
  const config = {
    environment,
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.integer('PORT', { min: 0, max: 65_535, otherwise: 3000 }),
    trustedProxies: readTrustedProxies(read),
    databaseUrl: readDatabaseUrl(read, environment),
    /** A read replica (a streaming standby), which is asked for texts that a revision pins. */
    databaseReplicaUrl: read.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    /** The tables are distributed over a cluster by artist (`cli db distribute`). */
    sharded: read.flag('DATABASE_SHARDED', false),
    /** Nodes of that cluster besides the one of `databaseUrl`, as `host:port`. */
    nodes: readNodes(read),
    dataFolder: read.text('DATA_FOLDER') ?? '.data',
    /** Path of the record that staging wrote; production's `migrate` requires it. */
    migrationsVerifiedFile: read.text('MIGRATIONS_VERIFIED'),
    token: readToken(read, environment),
    cronSecret: readCronSecret(read, environment, warnings),
    metrics: readMetrics(read, environment),
    researchKey: readResearchKey(read, warnings),
    /** Web pages of other origins that may call. */
    corsOrigins: readOrigins(read, environment),
    pool: readPool(read),
    timeouts: readTimeouts(read),
    limits: readLimits(read),
    /**
     * Silence of an event stream before a comment is sent; proxies in between may cut connections that are idle for
     * half a minute.
     */
    heartbeatMs: read.integer('STREAM_HEARTBEAT_MS', { min: 10, max: 600_000, otherwise: 10_000 }),
    providers: readProviders(read),
    chaos: readChaos(read, environment),
    /** Statements that take so long are named in the log. */
    slowQueryMs: read.integer('SLOW_QUERY_MS', { min: 0, max: 600_000, otherwise: 1_000 }),
    /**
     * How long the service goes on serving after a signal while it says that it is not ready, so that traffic is routed
     * elsewhere first.
     */
    drainMs: read.integer('DRAIN_MS', { min: 0, max: 600_000, otherwise: 0 }),
    /** Whether the contract's pages are served: /docs and the document itself. */
    documentsServed: read.flag('DOCUMENTS_SERVED', true),
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    warnings: warnings as readonly ConfigWarning[],
  }
  return deepFreeze(config)
}

/** Absent: the embedded server under `dataFolder`, which has no backup and which no second machine can take over. */
function readDatabaseUrl(read: EnvReader, environment: string): string | undefined {
  const url = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  if (url === undefined && environment !== 'development') refuseMissing('DATABASE_URL', environment)
  return url
}

/** A shorter one could be guessed. */
function readSecret(read: EnvReader, name: string): string | undefined {
  const secret = read.text(name)
  if (secret !== undefined && secret.length < 16) throw new ConfigError(name, 'must have 16 characters or more')
  return secret
}

/**
 * What a reader of /metrics has to send. Without it they are open on a developer's machine and not served anywhere
 * else.
 */
function readMetrics(read: EnvReader, environment: string) {
  const token = readSecret(read, 'METRICS_TOKEN')
  return { token, isServed: token !== undefined || environment === 'development' }
}

/**
 * Unset leaves the scheduler's entry open, as the interface says (section 5); outside development that deserves a word.
 */
function readCronSecret(read: EnvReader, environment: string, warnings: ConfigWarning[]): string | undefined {
  const secret = readSecret(read, 'CRON_SECRET')
  if (secret === undefined && environment !== 'development') {
    const message = 'is not set: anyone may run the research scheduler through GET /api/research/advance'
    warnings.push({ setting: 'CRON_SECRET', message })
  }
  return secret
}

/** A shorter key could be guessed; it counts as not configured. */
export const researchKeyCharsMin = 32

/** Kept as given: the operations that take the key answer 503 `not_configured` when it is missing or too short. */
function readResearchKey(read: EnvReader, warnings: ConfigWarning[]): string | undefined {
  const key = read.text('RESEARCH_KEY')
  if (key !== undefined && key.length < researchKeyCharsMin) {
    const message = `has fewer than ${researchKeyCharsMin} characters and counts as not set: what needs it answers 503`
    warnings.push({ setting: 'RESEARCH_KEY', message })
  }
  return key
}

/**
 * Twenty connections saturate the few cores of a usual database server; more only queue inside it. Behind a transaction
 * pooler the session is not ours: then no statement is named and no setting is made on the connection, and the role has
 * to carry the timeouts (`alter role … set statement_timeout = …`), which the start-up check reads back.
 */
function readPool(read: EnvReader) {
  return {
    max: read.integer('DATABASE_POOL_MAX', { min: 1, max: 500, otherwise: 20 }),
    waitMs: read.integer('DATABASE_POOL_WAIT_MS', { min: 50, max: 60_000, otherwise: 3_000 }),
    transactionPooler: read.flag('DATABASE_TRANSACTION_POOLER', false),
  }
}

/** What one process bears, and what it bears of one caller. */
function readLimits(read: EnvReader) {
  return {
    // Where the costly operations are counted: in each process on its own, or in the database for all of them together.
    // All other figures keep a process alive, and are each process's own.
    store: read.oneOf('RATE_LIMIT_STORE', ['memory', 'postgres'], 'memory'),
    // A sitting needs a few dozen requests; twice what a client sends that asks fifty times a second without a pause.
    callerPerMinuteMax: read.integer('RATE_CALLER_PER_MINUTE', { min: 1, max: 1_000_000_000, otherwise: 6_000 }),
    // Those of them that search, look outside or compose; an agent that reads aloud asks once in some seconds.
    costlyPerMinuteMax: read.integer('RATE_COSTLY_PER_MINUTE', { min: 1, max: 1_000_000_000, otherwise: 600 }),
    // Twice what an address gets of the slices of a process (below), so that ten open pages behind it never meet the
    // limit.
    anonymousPerMinuteMax: read.integer('RATE_ANONYMOUS_PER_MINUTE', { min: 1, max: 1_000_000_000, otherwise: 3_000 }),
    // Slices that anonymous callers set going, of whatever address: half of the pool's connections never serve them,
    // and what they take of the two processors stays small. The scheduler, who has its secret, runs whatever they
    // leave.
    anonymousAtOnceMax: read.integer('ANONYMOUS_AT_ONCE_MAX', { min: 1, max: 10_000, otherwise: 10 }),
    anonymousPerSecondMax: read.integer('ANONYMOUS_PER_SECOND_MAX', { min: 1, max: 1_000_000, otherwise: 25 }),
    // Far more than twenty connections serve at once; a request on top would wait longer than its client's timeout
    // lasts.
    requestsAtOnceMax: read.integer('REQUESTS_AT_ONCE_MAX', { min: 1, max: 1_000_000, otherwise: 400 }),
    connectionsMax: read.integer('CONNECTIONS_MAX', { min: 1, max: 1_000_000, otherwise: 10_000 }),
    // A quarter of those of the process: a proxy that is not named as trusted needs fewer.
    connectionsPerAddressMax: read.integer('CONNECTIONS_PER_ADDRESS_MAX', { min: 1, max: 1_000_000, otherwise: 2_500 }),
    eventLoopDelayMsMax: read.integer('EVENT_LOOP_DELAY_MS_MAX', { min: 10, max: 600_000, otherwise: 1_000 }),
  }
}

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

function deepFreeze<T extends object>(value: T): Frozen<T> {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value) as Frozen<T>
}
