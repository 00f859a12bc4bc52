import type { FastifyRequest } from 'fastify'
import { getClientAddress } from '#src/auth/client-address.ts'

/**
 * The rate-limit key: the user, or the address where there is none. Many machines may share a research key or secret;
 * one must not exhaust the limit of the others.
 */
export function getCallerKey(request: FastifyRequest): string {
  const { caller } = request
  return caller.kind === 'user' ? `user ${caller.subject}` : `${caller.kind} ${getClientAddress(request)}`
}
