import { computeEditDistance } from '#src/text/edit-distance.ts'
import { ConfigError, type Environment, type Setting } from './env.ts'
import { isLoopback } from './networks.ts'
import { type SettingName, type SettingValues, settings } from './settings.ts'

/**
 * The values of all settings. An empty variable is refused: it was meant to set something, and the default may allow
 * what the operator wanted to forbid.
 * @throws ConfigError naming the variable and what it accepts
 */
export function readSettings(env: Environment): SettingValues {
  const names = Object.keys(settings) as SettingName[]
  const values = Object.fromEntries(names.map((name) => [name, readSetting(name, env)])) as SettingValues
  refuseUnstatedEnvironment(values, env.SERVICE_ENVIRONMENT !== undefined)
  const { SERVICE_ENVIRONMENT: environment } = values
  if (environment === 'development') return values
  const missing = names.find((name) => 'isRequired' in settings[name] && env[name] === undefined)
  if (missing === undefined) return values
  throw new ConfigError(missing, `is required when SERVICE_ENVIRONMENT is ${environment}`)
}

function readSetting(name: SettingName, env: Environment): unknown {
  const { parse, accepts, otherwise }: Setting<unknown> = settings[name]
  const given = env[name]
  if (given === undefined) return otherwise
  if (given === '') throw new ConfigError(name, 'is empty; give it a value, or leave it out')
  const value = parse(given)
  if (value === undefined) throw new ConfigError(name, accepts)
  return value
}

/**
 * Development is less strict, so it is the default only if nothing indicates a deployment: NODE_ENV=production, a
 * public address or a database on another machine.
 */
function refuseUnstatedEnvironment({ NODE_ENV, HOST, DATABASE_URL }: SettingValues, isStated: boolean): void {
  const signs = {
    'NODE_ENV is production': NODE_ENV === 'production',
    'HOST is reachable from other machines': !isLoopback(HOST),
    'DATABASE_URL is on another machine': DATABASE_URL !== undefined && !isOnThisMachine(DATABASE_URL),
  }
  const [sign] = Object.entries(signs).find(([, isThere]) => isThere) ?? []
  if (isStated || sign === undefined) return
  throw new ConfigError('SERVICE_ENVIRONMENT', `${settings.SERVICE_ENVIRONMENT.accepts} where ${sign}`)
}

/** By the host of the address, or the folder of a socket where it has none. */
function isOnThisMachine(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl) ?? URL.parse(databaseUrl.replace('@/', '@localhost/'))
  if (url === null) return false
  const host = url.searchParams.get('host') ?? url.hostname
  return host === '' || /^(\/|%2f)/i.test(host) || isLoopback(host)
}

/** Variables that are none of ours but nearly one, such as RATE_CALLER_PER_MIN: the setting that each resembles. */
export function findMisspelt(env: Environment): { given: string; meant: SettingName }[] {
  const names = Object.keys(settings) as SettingName[]
  return Object.keys(env)
    .filter((given) => given.includes('_') && !(given in settings))
    .flatMap((given) => {
      const meant = names.find((name) => name !== 'NODE_ENV' && resembles(given, name))
      return meant === undefined ? [] : [{ given, meant }]
    })
}

/** One is the other with its end cut off, or they differ in at most two letters. */
function resembles(given: string, name: string): boolean {
  const [short, long] = given.length < name.length ? [given, name] : [name, given]
  if (short.split('_').length > 2 && long.startsWith(short)) return true
  return Math.abs(given.length - name.length) <= 2 && computeEditDistance(given, name) <= 2
}
