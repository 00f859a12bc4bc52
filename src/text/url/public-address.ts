import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The only IPv6 addresses that anything public has. What tunnels or translates IPv4 lies outside, or is named by a
 * range.
 */
const publicIpv6: [ipaddr.IPv6, number] = [new ipaddr.IPv6([0x2000, 0, 0, 0, 0, 0, 0, 0]), 3]

/** Public by number, yet it leads to the machine's own cloud (metadata, agents) wherever it is asked for. */
const cloudOwn = new Set(['168.63.129.16'])

/**
 * Whether an address belongs to the public internet. Everything that has a purpose of its own is refused: this machine,
 * its networks, its provider's, and forms that carry an IPv4 address inside an IPv6 one, which nothing public is named
 * by.
 * @param address as the resolver writes it; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || cloudOwn.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(publicIpv6)
}
