import type { FastifyRequest } from 'fastify'
import { getClientAddress } from '#src/auth/client-address.ts'

/**
 * For whom a request counts: the user, or the address where there is none. A key or a secret may be held by many
 * machines, of which one must not use up what the others may ask.
 */
export function getCallerKey(request: FastifyRequest): string {
  const { caller } = request
  return caller.kind === 'user' ? `user ${caller.subject}` : `${caller.kind} ${getClientAddress(request)}`
}
