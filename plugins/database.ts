import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '#src/database/connect.ts'

declare module 'fastify' {
  interface FastifyInstance {
    database: Database
  }
}

/** Hands the database down and closes its pool once the last request has been answered. */
export default fp(
  async (app: FastifyInstance, { database }: { database: Database }) => {
    app.decorate('database', database)
    app.addHook('onClose', () => database.close())
  },
  { name: 'database' },
)
