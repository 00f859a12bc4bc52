import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '#src/config.ts'
import type { Caller } from './caller.ts'

/** The client's address as a rate-limit key. A forwarded value that is no IP address falls back to the proxy's own. */
export const getClientAddress = (request: AddressedRequest): string => truncateIpv6(getAddress(request), 64)

/**
 * The rate-limit key: the user, or the address where there is none. Many machines may share a research key or secret;
 * one must not exhaust the limit of the others.
 */
export const getCallerKey = (request: AddressedRequest & { caller: Caller }): string =>
  request.caller.kind === 'user'
    ? `user ${request.caller.subject}`
    : `${request.caller.kind} ${getClientAddress(request)}`

/** Those that the client of a request is counted by. */
export const listNetworks = (request: AddressedRequest): CountedNetwork[] => listCountedNetworks(getAddress(request))

type AddressedRequest = Pick<FastifyRequest, 'ip' | 'socket'>

function getAddress({ ip, socket }: AddressedRequest): string | undefined {
  const forwarded = stripPort(ip)
  return isIP(forwarded) === 0 ? socket.remoteAddress : forwarded
}

/** Some proxies forward an address with its port, and IPv6 in brackets (RFC 7239, section 6). */
const stripPort = (address: string): string =>
  /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(address)?.slice(1).join('') ?? address

/** Whether an address, forwarded or a peer's own, is that of a trusted proxy. */
export function createProxyCheck({ trustedProxies }: Pick<Config, 'trustedProxies'>) {
  const isProxy = compile(trustedProxies === false ? [] : [...trustedProxies])
  return (address: string, hop = 0): boolean => isProxy(stripPort(address), hop)
}

/** What a client is counted by; its limit is `limitFactor` times the usual one. */
type CountedNetwork = { network: string; limitFactor: number }

/**
 * The client's network, and for IPv6 the /48 around it: a provider assigns so much to a customer who asks, and the
 * 65,536 networks in it would each have the whole limit.
 */
export function listCountedNetworks(address: string | undefined): CountedNetwork[] {
  const network = truncateIpv6(address, 64)
  const site = truncateIpv6(address, 48)
  const own = { network, limitFactor: 1 }
  return site === network ? [own] : [own, { network: site, limitFactor: siteLimitFactor }]
}

/** As much as two of its networks may have, which also a large office does not need. */
const siteLimitFactor = 2

/** The whole IPv4 address, or the network of an IPv6 one: a provider assigns a /64 to each customer. */
function truncateIpv6(address = 'unknown', bits: 48 | 64): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${bits}`
}
