import t from 'tap'
import { createUserCache } from '#src/auth/user-cache.ts'
import { addUser, createTestContext } from '../support/test-context.ts'

t.test('a valid token of an unknown subject is refused before the request is parsed', async (t) => {
  const context = await createTestContext(t)
  const path = `/api/artist/${context.artistId}/interview/session`
  const asUnknown = (body: unknown) => context.call('unknown', 'POST', path, body)
  t.equal((await asUnknown('{')).status, 401, 'no JSON')
  t.equal((await asUnknown({ surprise: 1 })).status, 401, 'no fitting body')
  t.equal((await asUnknown(`"${'x'.repeat(100_000)}"`)).status, 401, 'a body that is too large')
  t.equal((await context.call('unknown', 'GET', path.replace(context.artistId, 'no-uuid'))).status, 401, 'no artist id')
  await addUser(context.db, 'unknown', {})
  t.equal((await asUnknown('{')).status, 400, 'and admitted at once after the subject became a user')
})

t.test('a known user is not looked up again', async (t) => {
  const { db } = await createTestContext(t)
  const findUserId = createUserCache(db)
  const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'owner').executeTakeFirstOrThrow()
  t.equal(await findUserId('owner'), id)
  t.equal(await findUserId('unknown'), undefined)
  await db.updateTable('users').set({ subject: 'renamed' }).where('subject', '=', 'owner').execute()
  t.equal(await findUserId('owner'), id, 'from memory')
  await addUser(db, 'unknown', {})
  t.type(await findUserId('unknown'), 'string', 'looked up again')
})
