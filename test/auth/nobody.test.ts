import t from 'tap'
import { createUserCache } from '#src/auth/user-cache.ts'
import { addUser, newWorld } from '../support/world.ts'

t.test('a well-signed token of nobody is refused before the request is looked at', async (t) => {
  const world = await newWorld(t)
  const path = `/api/artist/${world.artistId}/interview/session`
  const asNobody = (body: unknown) => world.call('nobody', 'POST', path, body)
  t.equal((await asNobody('{')).status, 401, 'no JSON')
  t.equal((await asNobody({ surprise: 1 })).status, 401, 'no fitting body')
  t.equal((await asNobody(`"${'x'.repeat(100_000)}"`)).status, 401, 'a body that is too large')
  t.equal((await world.call('nobody', 'GET', path.replace(world.artistId, 'no-uuid'))).status, 401, 'no artist id')
  await addUser(world.db, 'nobody', {})
  t.equal((await asNobody('{')).status, 400, 'and at once admitted when he has become a user')
})

t.test('who was seen to be a user is not looked up again', async (t) => {
  const { db } = await newWorld(t)
  const isUser = createUserCache(db)
  t.equal(await isUser('owner'), true)
  t.equal(await isUser('nobody'), false)
  await db.updateTable('users').set({ subject: 'renamed' }).where('subject', '=', 'owner').execute()
  t.equal(await isUser('owner'), true, 'from memory')
  await addUser(db, 'nobody', {})
  t.equal(await isUser('nobody'), true, 'asked anew')
})
