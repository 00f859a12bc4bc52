import { isIP } from 'node:net'

/** 127.0.0.0/8 and ::1, 169.254.0.0/16 and fe80::/10, and the private networks of both families. */
export const networkNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** An address, or a network that does not contain every address. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const bitsMax = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= bitsMax)
}

export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** A scheme, a host and nothing after it. Wildcards are not matched, so that they are none either. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && !text.includes('*') && URL.parse(text)?.origin === text

/** Who can change the keys on their way can sign any token: over plain HTTP from this machine alone. */
export function isUntampered(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}
