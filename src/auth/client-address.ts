import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The client's address as a rate-limit key. A forwarded value that is no IP address falls back to the proxy's own. */
export const getClientAddress = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  getClientNetwork(isIP(ip) === 0 ? socket.remoteAddress : ip)

/** The whole IPv4 address, or the /64 network of an IPv6 one, which is what a provider assigns to one customer. */
export function getClientNetwork(address = 'unknown'): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString()
}
