import t from 'tap'
import { readTableSchemas } from '#src/admin/archive/table-schemas.ts'
import { importRecords } from '#src/admin/import/import.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { freshDatabase } from '../support/database.ts'
import { createTestContext } from '../support/test-context.ts'
import { exportText, writeTestFile } from './files.ts'
import { fillSampleArtist } from './full-artist.ts'

t.test('an artist is restored from an export byte for byte', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  const before = await verifyRecords(context.db, artistId)
  t.equal(before.finding, undefined)
  const exported = await exportText(context.db, artistId)
  t.equal(await exportText(context.db, artistId), exported, 'an export is the same twice')

  const { db } = (await freshDatabase(t)).database
  const summary = await importRecords(db, writeTestFile(t, exported))
  t.match(summary, { artists: { restored: 1, unchanged: 0 } })
  t.equal(await exportText(db, artistId), exported)
  t.same(await verifyRecords(db), { ...before, artists: 1 })

  t.match(await importRecords(db, writeTestFile(t, exported)), { artists: { restored: 0, unchanged: 1 } })
  t.equal(await exportText(db, artistId), exported, 'imported again it changes nothing')
})

t.test('the restored history has records of every kind', async (t) => {
  const context = await createTestContext(t)
  const exported = await exportText(context.db, await fillSampleArtist(context))
  const types = new Set(
    exported
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).type),
  )
  const shapes = await readTableSchemas(context.db)
  t.same([...types].sort(), ['kept:end', 'user', ...shapes.map(({ type }) => type)].sort())
})

t.test('a restored artist can continue', async (t) => {
  const context = await createTestContext(t)
  const exported = await exportText(context.db, await fillSampleArtist(context))
  const elsewhere = await createTestContext(t)
  await importRecords(elsewhere.db, writeTestFile(t, exported))
  const artistId = exported.match(/"kept:artist","id":"([^"]+)"/)?.[1] ?? ''
  const started = await elsewhere.call('mara', 'POST', `/api/artist/${artistId}/interview/session`, {
    requestId: '0198f3b0-0000-7000-8000-000000000001',
  })
  t.match(started, { status: 200, body: { session: { sitting: 4, state: 'active' } } })
  t.equal((await verifyRecords(elsewhere.db, artistId)).finding, undefined)
})

t.test('a restored artist is searched as before: the search builds a missing index', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  const exported = await exportText(context.db, artistId)
  const path = `/api/artist/${artistId}/knowledge/search?query=pump%20organ%20stops`
  const before = await context.call('mara', 'GET', path)
  t.equal(before.status, 200)
  t.ok(before.body.passages.length > 0)
  // The second service replaces the first one's signing key.
  const elsewhere = await createTestContext(t)
  await importRecords(elsewhere.db, writeTestFile(t, exported))
  t.same((await elsewhere.call('mara', 'GET', path)).body, before.body)
})

t.test('an export names users without their rights, so that an import makes no administrators', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  await context.db.updateTable('users').set({ is_admin: true }).where('subject', '=', 'mara').execute()
  const exported = await exportText(context.db, artistId)
  const { db } = (await freshDatabase(t)).database
  await importRecords(db, writeTestFile(t, exported))
  const users = await db.selectFrom('users').select(['subject', 'is_admin']).orderBy('subject').execute()
  t.same(users, [
    { subject: 'mara', is_admin: false },
    { subject: 'nell', is_admin: false },
  ])
})
