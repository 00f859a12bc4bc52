import { sql } from 'kysely'
import t from 'tap'
import { readTableSchemas } from '#src/admin/archive/table-schemas.ts'
import { verifyArtist } from '#src/admin/verify/artist.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { freshDatabase } from '../support/database.ts'
import { createTestContext } from '../support/test-context.ts'
import { artist, artistId, importLines } from './files.ts'
import { fillSampleArtist } from './full-artist.ts'

t.test('a removed row is found missing', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  const removals = [
    ['response_versions', sql`number = (select max(number) from response_versions)`],
    ['audit_events', sql`seq = 7`],
    ['audit_events', sql`seq = (select max(seq) from audit_events)`],
    ['interview_boundaries', sql`retracted_at is not null`],
    ['lore_versions', sql`number = 1`],
    ['lore_versions', sql`number = (select max(number) from lore_versions)`],
    ['correction_versions', sql`number = 1`],
    ['discoveries', sql`true`],
    ['claims', sql`state = 'approved'`],
  ] as const
  for (const [table, which] of removals) {
    const { db } = context
    const gone = new Error('The removal is taken back')
    const shapes = await readTableSchemas(db)
    await t.rejects(
      db.transaction().execute(async (trx) => {
        // By a writer without foreign keys.
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`delete from ${sql.table(table)} where artist_id = ${artistId} and ${which}`.execute(trx)
        for await (const finding of verifyArtist(trx, shapes, artistId)) {
          t.comment(`${finding.table} ${JSON.stringify(finding.key)}: ${finding.what}`)
          throw gone
        }
      }),
      gone,
      `${table} is missed`,
    )
  }
})

t.test('an unknown artist is named, and so is an audit trail without its artist', async (t) => {
  const { db } = (await freshDatabase(t)).database
  t.match((await verifyRecords(db, artistId)).finding, { artistId, table: 'artists', what: 'is not there' })
  await importLines(t, db, [artist])
  t.equal((await verifyRecords(db)).finding, undefined)
  await sql`set session_replication_role = replica; delete from artists`.execute(db)
  t.match((await verifyRecords(db)).finding, { artistId, table: 'artists', what: 'is not there, and its trail is' })
})

t.test('the metadata of a source and of an artist is compared with its last event', async (t) => {
  const context = await createTestContext(t)
  const sampleId = await fillSampleArtist(context)
  const harms = [
    [
      sql`update sources set is_private = not is_private where source_id like 'vault:%'`,
      /^its is_private is not what event/,
    ],
    [
      sql`update sources set curation = 'approved' where kind = 'discovery' and curation = 'rejected'`,
      /^its curation is not what event/,
    ],
    [sql`update sources set title = 'Another' where kind = 'vault'`, /^its title or url or .* is not what event/],
    [sql`update artists set bio = 'Never played.'`, /^its bio is not that of event/],
    [sql`update artists set name = name || '.'`, /^its name is not that of event/],
    [
      sql`update source_revisions set truncated = true where truncated is not true`,
      /^its truncated is not that of event/,
    ],
  ] as const
  for (const [harm, what] of harms) {
    const undone = new Error('It is taken back')
    await t.rejects(
      context.db.transaction().execute(async (trx) => {
        await harm.execute(trx)
        const [finding] = await Array.fromAsync(verifyArtist(trx, await readTableSchemas(trx), sampleId))
        t.match(finding, { what })
        throw undone
      }),
      undone,
    )
  }
})

t.test('a claim without an event is named', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  await sql`insert into claims (artist_id, user_id, state)
    select ${artistId}, id, 'approved' from users where subject = 'stranger'`.execute(context.db)
  t.match((await verifyRecords(context.db, artistId)).finding, { table: 'claims', key: { user_id: 'stranger' } })
})

t.test('of many artists the first invalid one is named, and verify stops there', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  await sql`update response_versions set answer = answer || '.' where artist_id = ${artistId}`.execute(context.db)
  await sql`delete from claims where artist_id <> ${artistId}`.execute(context.db)
  const { finding } = await verifyRecords(context.db)
  t.match(finding, { artistId, table: 'response_versions', what: 'its revision is not that of its content' })
})
