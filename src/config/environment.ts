import { isIP } from 'node:net'
import { ConfigError, type EnvReader } from './env.ts'

const environments = ['development', 'staging', 'production'] as const

/**
 * The environment of this process. Development is less strict, so it is the default only if no setting indicates a
 * deployment. A process with NODE_ENV=production, a public address or a remote database must state its environment.
 */
export function readEnvironment(read: EnvReader) {
  const isStated = read.text('SERVICE_ENVIRONMENT') !== undefined
  const sign = findSignOfDeployment(read)
  if (!isStated && sign !== undefined) {
    throw new ConfigError('SERVICE_ENVIRONMENT', `must be one of ${environments.join(', ')} where ${sign}`)
  }
  return read.oneOf('SERVICE_ENVIRONMENT', environments, 'development')
}

function findSignOfDeployment(read: EnvReader): string | undefined {
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const host = read.text('HOST')
  if (read.text('NODE_ENV') === 'production') return 'NODE_ENV is production'
  if (host !== undefined && !isLoopback(host)) return 'HOST is reachable from other machines'
  if (databaseUrl !== undefined && !isOnThisMachine(databaseUrl)) return 'DATABASE_URL is on another machine'
  return undefined
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** By the host of the address, or the folder of a socket where it has none. */
function isOnThisMachine(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl) ?? URL.parse(databaseUrl.replace('@/', '@localhost/'))
  if (url === null) return false
  const host = url.searchParams.get('host') ?? url.hostname
  return host === '' || /^(\/|%2f)/i.test(host) || isLoopback(host)
}
