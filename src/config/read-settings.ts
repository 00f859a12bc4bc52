import { computeEditDistance } from '#src/text/edit-distance.ts'
import { ConfigError, type Environment, type Setting } from './env.ts'
import { isLoopback } from './networks.ts'
import { settings } from './settings.ts'

type Group = { readonly [key: string]: Setting<unknown> | Group }
type Values<G> = { [K in keyof G]: G[K] extends { otherwise: infer T } ? T : Values<G[K]> }

/** The values of all settings, in the groups of their table. */
export type SettingValues = Values<typeof settings>

const isSetting = (entry: Setting<unknown> | Group): entry is Setting<unknown> => typeof entry.parse === 'function'

const listSettings = (group: Group): Setting<unknown>[] =>
  Object.values(group).flatMap((entry) => (isSetting(entry) ? [entry] : listSettings(entry)))

const allSettings = listSettings(settings)

/** The variables of all settings. */
export const settingNames: readonly string[] = allSettings.map(({ name }) => name)

/**
 * The values of all settings. An empty variable is refused: it was meant to set something, and the default may allow
 * what the operator wanted to forbid.
 * @throws ConfigError naming the variable and what it accepts, or all that a deployment lacks
 */
export function readSettings(env: Environment): SettingValues {
  const values = readGroup(settings, env) as SettingValues
  refuseUnstatedEnvironment(values, env)
  const missing = allSettings.filter(({ name, isRequired }) => isRequired && env[name] === undefined)
  if (missing.length > 0 && values.environment !== 'development') {
    const names = missing.map(({ name }) => name).join(', ')
    throw new ConfigError(names, `must be set when SERVICE_ENVIRONMENT is ${values.environment}`)
  }
  return values
}

const readGroup = (group: Group, env: Environment): object =>
  Object.fromEntries(
    Object.entries(group).map(([key, entry]) => [
      key,
      isSetting(entry) ? readSetting(entry, env) : readGroup(entry, env),
    ]),
  )

function readSetting({ name, parse, accepts, otherwise }: Setting<unknown>, env: Environment): unknown {
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
function refuseUnstatedEnvironment({ nodeEnvironment, host, databaseUrl }: SettingValues, env: Environment): void {
  const { name, accepts } = settings.environment
  const signs = {
    'NODE_ENV is production': nodeEnvironment === 'production',
    'HOST is reachable from other machines': !isLoopback(host),
    'DATABASE_URL is on another machine': databaseUrl !== undefined && !isOnThisMachine(databaseUrl),
  }
  const [sign] = Object.entries(signs).find(([, isThere]) => isThere) ?? []
  if (sign !== undefined && env[name] === undefined) throw new ConfigError(name, `${accepts} where ${sign}`)
}

/** By the host of the address, or the folder of a socket where it has none. */
function isOnThisMachine(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl) ?? URL.parse(databaseUrl.replace('@/', '@localhost/'))
  if (url === null) return false
  const host = url.searchParams.get('host') ?? url.hostname
  return host === '' || /^(\/|%2f)/i.test(host) || isLoopback(host)
}

/** Variables that are none of ours but nearly one, such as RATE_CALLER_PER_MIN: the setting that each resembles. */
export function findMisspelt(env: Environment): { given: string; meant: string }[] {
  return Object.keys(env)
    .filter((given) => given.includes('_') && !settingNames.includes(given))
    .flatMap((given) => {
      const meant = settingNames.find((name) => name !== 'NODE_ENV' && resembles(given, name))
      return meant === undefined ? [] : [{ given, meant }]
    })
}

/** One is the other with its end cut off, or they differ in at most two letters. */
function resembles(given: string, name: string): boolean {
  const isCutOff = (short: string, long: string) => short.split('_').length > 2 && long.startsWith(short)
  return isCutOff(given, name) || isCutOff(name, given) || computeEditDistance(given, name) <= 2
}
