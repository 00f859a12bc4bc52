import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleUsers } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'

const subjects: readonly string[] = sampleUsers.map(({ subject }) => subject)
const lifetimeSeconds = 3_600

/**
 * POST /development/tokens/{subject}: a token of a sample user, for the pages of this origin. The route exists only
 * beside the sample data.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (!config.hasSampleData) return
    app.post<{ Params: { subject: string } }>(
      '/development/tokens/:subject',
      app.rateLimit.documents,
      async (request, reply) => {
        const { subject } = request.params
        if (!isFromThisMachine(request)) return reply.callNotFound()
        if (!subjects.includes(subject))
          throw new Problem('not_found', { message: `The sample users are ${subjects.join(', ')}` })
        const { environment } = config
        const token = await signLocalToken(config, { subject, ttlSeconds: lifetimeSeconds, environment })
        return reply.header('cache-control', 'no-store').send({ token })
      },
    )
  },
  { name: 'sample-token', dependencies: ['rate-limit'] },
)

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const loopback = /^(127\.|::1$|::ffff:127\.)/

/**
 * A name that an attacker's DNS resolves to this machine arrives as a foreign Host, and a page of another site with a
 * foreign Origin. The peer's address is the connection's own, whatever a forwarding header says.
 */
function isFromThisMachine({ headers: { host = '', origin }, raw }: FastifyRequest): boolean {
  if (!loopback.test(raw.socket.remoteAddress ?? '')) return false
  return localHost.test(host) && (origin === undefined || origin === `http://${host}`)
}
