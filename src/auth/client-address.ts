import { isIP } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/**
 * For whom an anonymous request counts: the address as far as one party holds it, which is a /64 of IPv6. What a proxy calls an address and
 * is none stands for the proxy itself.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? 'unknown') : ip
  return rateLimit.normalizeIP(address)
}
