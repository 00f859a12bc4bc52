import t from 'tap'
import { setClaim } from '#src/admin/claims.ts'
import { pluck } from '../support/pluck.ts'
import { addArtist, createTestContext } from '../support/test-context.ts'

const path = '/api/artists'

t.test('a caller is listed the artists whose approved claimant they are, by name', async (t) => {
  const { db, call, artistId } = await createTestContext(t)
  const names = ['Zoë', 'Ada', 'ada', 'Ada', 'Not decided']
  const ids = await Promise.all(names.map((name) => addArtist(db, name)))
  for (const id of ids) await setClaim(db, { artistId: id, subject: 'owner', state: 'approved' })
  await db
    .updateTable('claims')
    .set({ state: 'pending' })
    .where('artist_id', '=', ids[4] ?? '')
    .execute()
  const equal = [ids[1], ids[3]].sort()
  t.strictSame((await call('owner', 'GET', path)).body, {
    status: 'ok',
    administrator: false,
    nextCursor: null,
    artists: [
      { id: equal[0], name: 'Ada' },
      { id: equal[1], name: 'Ada' },
      { id: artistId, name: 'Mara Quill' },
      { id: ids[0], name: 'Zoë' },
      { id: ids[2], name: 'ada' },
    ],
  })
})

t.test('an administrator is listed every artist', async (t) => {
  const { call, artistId, otherArtistId } = await createTestContext(t)
  const { body } = await call('admin', 'GET', path)
  t.equal(body.administrator, true)
  t.strictSame(body.artists.map(({ id }: { id: string }) => id).sort(), [artistId, otherArtistId].sort())
})

t.test('a cursor belongs to its caller, and is stale once an artist is renamed or a claim decided', async (t) => {
  const { db, call, artistId, otherArtistId } = await createTestContext(t)
  await setClaim(db, { artistId: otherArtistId, subject: 'owner', state: 'approved' })
  const first = await call('owner', 'GET', `${path}?limit=1`)
  t.equal(first.body.artists.length, 1)
  const next = `${path}?limit=1&cursor=${encodeURIComponent(first.body.nextCursor)}`
  t.match(await call('owner', 'GET', next), { status: 200, body: { artists: [{}], nextCursor: null } })
  t.match(await call('admin', 'GET', next), { status: 400, body: { code: 'invalid_request' } })
  const stale = { status: 409, body: { code: 'cursor_stale' } }
  await db.updateTable('artists').set({ name: 'Mara' }).where('id', '=', artistId).execute()
  t.match(await call('owner', 'GET', next), stale)
  const renamed = (await call('owner', 'GET', `${path}?limit=1`)).body.nextCursor
  await setClaim(db, { artistId: otherArtistId, subject: 'owner', state: 'revoked' })
  t.match(await call('owner', 'GET', `${path}?limit=1&cursor=${encodeURIComponent(renamed)}`), stale)
})

t.test('a part of the name, in any case and without its accents, names the artists to list', async (t) => {
  const { db, call, artistId, otherArtistId } = await createTestContext(t)
  const names = ['Zoë Ångström', 'ZOE%', 'Ivo']
  const [zoe, plain] = await Promise.all(names.map((name) => addArtist(db, name)))
  const listed = async (subject: string, name: string) =>
    pluck((await call(subject, 'GET', `${path}?name=${encodeURIComponent(name)}`)).body.artists, 'id')
  t.strictSame(await listed('admin', 'zoe'), [plain, zoe])
  t.strictSame(await listed('admin', 'zoe\u0308 ang'), [zoe])
  t.strictSame(await listed('admin', '%'), [plain], 'no pattern')
  t.ok((await listed('admin', ' ')).includes(zoe), 'white space is a part of a name')
  t.strictSame(await listed('admin', 'lantern'), [otherArtistId])
  t.strictSame(await listed('owner', 'quill'), [artistId])
  t.strictSame(await listed('owner', 'zoe'), [], 'an artist of another')
})
