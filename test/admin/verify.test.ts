import { sql } from 'kysely'
import t from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { freshDatabase } from '../support/database.ts'
import { createTestContext } from '../support/test-context.ts'
import { artist, artistId, importLines } from './files.ts'
import { fillSampleArtist } from './full-artist.ts'

t.test('an unknown artist is named, and so is an audit trail without its artist', async (t) => {
  const { db } = (await freshDatabase(t)).database
  t.match((await verifyRecords(db, artistId)).finding, { artistId, table: 'artists', what: 'is not there' })
  await importLines(t, db, [artist])
  t.equal((await verifyRecords(db)).finding, undefined)
  await sql`set session_replication_role = replica; delete from artists`.execute(db)
  t.match((await verifyRecords(db)).finding, { artistId, table: 'artists', what: 'is not there, and its trail is' })
})

t.test('of many artists the first invalid one is named, and verify stops there', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  await sql`update response_versions set answer = answer || '.' where artist_id = ${artistId}`.execute(context.db)
  await sql`delete from claims where artist_id <> ${artistId}`.execute(context.db)
  const { finding } = await verifyRecords(context.db)
  t.match(finding, { artistId, table: 'response_versions', what: 'its revision is not that of its content' })
})
