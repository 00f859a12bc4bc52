import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * The client's address as one party holds it. What a proxy calls an address and is none stands for the proxy itself.
 */
export const getClientAddress = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  getClientNetwork(isIP(ip) === 0 ? socket.remoteAddress : ip)

/** A whole address of IPv4, the /64 of one of IPv6, which is what one party is given. */
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
