import { ConfigError, type Environment } from './config/env.ts'
import { findMisspelt, readSettings, type SettingValues } from './config/read-settings.ts'
import { chaosSeedMax } from './config/settings.ts'

export { ConfigError }

export type Config = ReturnType<typeof loadConfig>

/** Every wait of the service has an end. All in milliseconds. */
export type Timeouts = Config['timeouts']

/** A setting that does not stop the start, but that an operator should know of. */
export type ConfigWarning = { setting: string; message: string }

/**
 * Environment → frozen configuration. Everything is optional on a developer's machine (operations, section 10).
 * @throws ConfigError naming the variable and what it accepts; the process then ends before it opens anything.
 */
export function loadConfig(env: Environment) {
  const read = readSettings(env)
  refuseContradictions(read)
  const { metrics, corsOrigins, trustedProxies, chaos } = read
  const isDevelopment = read.environment === 'development'
  const [origin] = corsOrigins
  return deepFreeze({
    ...read,
    /** From where proxies call the service; false where callers reach it themselves. */
    trustedProxies: trustedProxies.length > 0 && trustedProxies,
    /** What a reader of /metrics has to send; without it they are open in development and not served elsewhere. */
    metrics: { ...metrics, isServed: metrics.token !== undefined || isDevelopment },
    /** Web pages of other origins that may call. */
    corsOrigins: origin === '*' || (origin === undefined && isDevelopment) ? ('*' as const) : corsOrigins,
    timeouts: nestTimeouts(read),
    schedulerSeconds: read.schedulerSeconds ?? (isDevelopment ? 5 : 0),
    chaos: chaos.rate === undefined ? undefined : { rate: chaos.rate, seed: chaos.seed ?? drawSeed() },
    /** Only the embedded database of a developer's machine is seeded, and only there does the local key sign tokens. */
    hasSampleData: isDevelopment && read.databaseUrl === undefined && read.token.jwksUrl === undefined,
    warnings: listWarnings(env, read),
  })
}

const drawSeed = () => Math.floor(Math.random() * chaosSeedMax)

/**
 * They nest: a lock is given up before its statement, a statement before the transaction, and the server speaks
 * (statement) before this side stops listening (query), so that the cause reaches the log instead of a bare silence.
 */
const nestTimeouts = ({ timeouts, pool }: SettingValues) => ({
  ...timeouts,
  /** One statement as this side sees it: ends the wait on a server that went silent without closing the socket. */
  queryMs: Math.ceil(1.2 * timeouts.statementMs),
  /** A transaction in which nothing happens, on the server: what a stalled process leaves behind. */
  idleTransactionMs: timeouts.statementMs,
  /** A whole transaction, on the server; needs PostgreSQL 17. */
  transactionMs: 3 * timeouts.statementMs,
  /** Opening one connection, login included, which is what a request for a connection waits for. */
  connectMs: pool.waitMs,
  /** From SIGTERM to the last answer; a shorter grace of the platform would cut requests. */
  closeMs: 10_000,
})

function refuseContradictions({ environment, chaos, providers }: SettingValues): void {
  if (chaos.rate !== undefined && environment !== 'development')
    throw new ConfigError('CHAOS', 'is for development alone')
  for (const [prefix, { url, name }] of [
    ['LORE_MODEL', providers.model],
    ['EMBEDDING_MODEL', providers.embeddings],
  ] as const) {
    if (url !== undefined && name === undefined)
      throw new ConfigError(`${prefix}_NAME`, `is required when ${prefix}_BASE_URL is set`)
  }
}

/** A shorter key could be guessed; it counts as not configured. */
export const researchKeyCharsMin = 32

function listWarnings(env: Environment, { environment, cronSecret, researchKey }: SettingValues): ConfigWarning[] {
  const warnings = findMisspelt(env).map(({ given, meant }) => ({
    setting: given,
    message: `is not a setting and is ignored; there is ${meant}`,
  }))
  // Unset leaves the scheduler's entry open, as the interface says (section 5).
  if (cronSecret === undefined && environment !== 'development') {
    const message = 'is not set: anyone may run the research scheduler through GET /api/research/advance'
    warnings.push({ setting: 'CRON_SECRET', message })
  }
  if (researchKey !== undefined && researchKey.length < researchKeyCharsMin) {
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
