/**
 * A peer: Fastify with one route and nothing around it, in a process of its own; what every service built on it needs
 * at least. Takes its port from PORT, as the service does, and answers every path alike.
 */
import Fastify from 'fastify'

const app = Fastify()
app.get('/*', async () => ({ status: 'ok', service: 'bare' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
