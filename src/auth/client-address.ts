import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The client's address as a rate-limit key. A forwarded value that is no IP address falls back to the proxy's own. */
export const getClientAddress = (request: AddressedRequest): string => getClientNetwork(getAddress(request))

/** Those that the client of a request is counted by. */
export const listNetworks = (request: AddressedRequest): CountedNetwork[] => listCountedNetworks(getAddress(request))

type AddressedRequest = Pick<FastifyRequest, 'ip' | 'socket'>

const getAddress = ({ ip, socket }: AddressedRequest) => (isIP(ip) === 0 ? socket.remoteAddress : ip)

/** The whole IPv4 address, or the /64 network of an IPv6 one, which is what a provider assigns to one customer. */
const getClientNetwork = (address = 'unknown'): string => truncateIpv6(address, 64)

/** What a client is counted by; its limit is `limitFactor` times the usual one. */
export type CountedNetwork = { network: string; limitFactor: number }

/**
 * The client's network, and for IPv6 the /48 around it: a provider assigns so much to a customer who asks, and the
 * 65,536 networks in it would each have the whole limit.
 */
export function listCountedNetworks(address = 'unknown'): CountedNetwork[] {
  const network = getClientNetwork(address)
  const site = truncateIpv6(address, 48)
  return site === network
    ? [{ network, limitFactor: 1 }]
    : [
        { network, limitFactor: 1 },
        { network: site, limitFactor: siteLimitFactor },
      ]
}

/** As much as two of its networks may have, which also a large office does not need. */
const siteLimitFactor = 2

function truncateIpv6(address: string, bits: 48 | 64): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${bits}`
}
