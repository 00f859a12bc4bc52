import t from 'tap'
import { createTestContext } from '../support/test-context.ts'

const context = await createTestContext(t)
const { artistId } = context

t.test('a pending or revoked claim grants nothing, from the next request on', async (t) => {
  const path = `/api/artist/${artistId}/interview/session`
  for (const state of ['pending', 'revoked'] as const) {
    await context.db.updateTable('claims').set({ state }).where('artist_id', '=', artistId).execute()
    t.equal((await context.call('owner', 'GET', path)).status, 403, state)
  }
  await context.db.updateTable('claims').set({ state: 'approved' }).where('artist_id', '=', artistId).execute()
  t.equal((await context.call('owner', 'GET', path)).status, 200)
})
