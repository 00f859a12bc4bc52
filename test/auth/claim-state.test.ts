import t from 'tap'
import { newWorld } from '../support/world.ts'

const world = await newWorld(t)
const { artistId } = world

t.test('a pending or revoked claim grants nothing, from the next request on', async (t) => {
  const path = `/api/artist/${artistId}/interview/session`
  for (const state of ['pending', 'revoked'] as const) {
    await world.db.updateTable('claims').set({ state }).where('artist_id', '=', artistId).execute()
    t.equal((await world.call('owner', 'GET', path)).status, 403, state)
  }
  await world.db.updateTable('claims').set({ state: 'approved' }).where('artist_id', '=', artistId).execute()
  t.equal((await world.call('owner', 'GET', path)).status, 200)
})
