import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The range of all public IPv6 addresses. Addresses that tunnel or translate IPv4 are outside of it, or in the list of
 * refused ranges.
 */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Public by its number, but inside a cloud it reaches the provider's internal services (metadata, agents). */
const cloudOwn = new Set(['168.63.129.16'])

/**
 * Whether an address belongs to the public internet. Every range with a special purpose is refused: this machine, its
 * networks, those of its provider, and IPv6 forms that contain an IPv4 address, which no public host has as its name.
 * @param address as the resolver writes it; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || cloudOwn.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(publicIpv6)
}
