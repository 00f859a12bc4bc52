import { isIP } from 'node:net'
import { ConfigError, type EnvReader } from './env.ts'

/** From where proxies call the service; false where callers reach it themselves. */
export type TrustedProxies = false | readonly string[]

/** 127.0.0.0/8 and ::1, 169.254.0.0/16 and fe80::/10, and the private networks of both families. */
const presets = ['loopback', 'linklocal', 'uniquelocal']

/**
 * The proxies whose `X-Forwarded-For` is trusted; none if unset. Addresses, not a number of hops: a number would trust
 * every caller, also one that bypasses the balancer, and a caller who can choose an address has as many limits as it
 * likes.
 */
export function readTrustedProxies(read: EnvReader): TrustedProxies {
  const value = read.text('TRUST_PROXY')
  if (value === undefined) return false
  const proxies = value.split(',').map((one) => one.trim())
  if (proxies.every((one) => presets.includes(one) || isNetwork(one))) return proxies
  throw new ConfigError(
    'TRUST_PROXY',
    `must be the addresses of the proxies in front, with commas between them: 10.0.0.0/8, 192.0.2.7, ${presets.join(', ')}`,
  )
}

/** A network that contains every address is no proxy. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const bitsMax = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= bitsMax)
}
