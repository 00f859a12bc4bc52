import Fastify from 'fastify'
import { sql } from 'kysely'
import t from 'tap'
import database from '#plugins/database.ts'
import { freshDatabase } from '../helpers/database.ts'

t.test('the pool is there for every route and is closed with the application', async (t) => {
  const fresh = await freshDatabase(t)
  const app = Fastify()
  await app.register(database, { database: fresh.database })
  app.get('/one', async () => (await sql`select 1 as one`.execute(app.database.db)).rows)
  t.same((await app.inject('/one')).json(), [{ one: 1 }])
  await app.close()
  t.equal(fresh.database.pool.ended, true)
})
