import { type Kysely, sql } from 'kysely'
import t, { type Test } from 'tap'
import { allArtistTables } from '#src/admin/archive/table-schemas.ts'
import { addArtist } from '#src/admin/artists.ts'
import { type AuditHead, listAuditHeads } from '#src/admin/audit-heads.ts'
import { setClaim } from '#src/admin/claims.ts'
import { eraseArtist, findErasable, purgeDeletedRows } from '#src/admin/erase.ts'
import { importRecords } from '#src/admin/import/import.ts'
import { pauseJobs } from '#src/admin/jobs/pauses.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { freshDatabase } from '../support/database.ts'
import { importLines } from '../support/records.ts'
import { addSource, createTestContext } from '../support/test-context.ts'
import { listTablesWith, listTablesWithCanaries, plantCanaries } from './canaries.ts'
import { artist, artistId, exportText, id, listOperatorEvents, otherId, response, writeTestFile } from './files.ts'
import { fillSampleArtist } from './full-artist.ts'

const because = 'Asked for by letter.'

/** Names by which other rows refer to one. */
const referred = [
  ...['discoveries.source_id', 'search_documents.source_id'],
  ...['search_vector_documents.source_id', 'source_revisions.source_id'],
]

/** Tables without a column for free text. */
const numeric = ['claims', 'interview_sessions', 'search_documents']

t.test('no word of an artist is left in the whole database, nor the id but in the operators’ log', async (t) => {
  const context = await createTestContext(t)
  const { db } = context
  const erasedId = await fillSampleArtist(context)
  await addSource(db, context.artistId, 'Ferries of another artist.')
  const other = await exportText(db, context.artistId)
  await sql`insert into daily_spend values (${erasedId}, 'scrape', now(), 1)`.execute(db)
  await plantVectors(db, erasedId)
  await sql`update artist_research_jobs set result = '{}', error_category = 'internal' where artist_id = ${erasedId}`.execute(
    db,
  )
  await pauseJobs(db, { kind: 'social_ingest', artistId: erasedId, because })

  const { planted, refused } = await plantCanaries(db, erasedId)
  t.same(refused, referred, 'every other column for free text holds a canary')
  t.ok(planted.length > 60, `${planted.length} columns hold one`)
  const before = await listTablesWithCanaries(db)
  t.same(allArtistTables.filter((table) => !before.includes(table)).toSorted(), numeric, 'every other table holds one')
  t.ok(before.includes('pg_statistic'), 'samples of values too')

  t.match(await findErasable(db, erasedId), { name: 'zqcanaryzq' })
  const { outcome, rows } = await eraseArtist(db, { artistId: erasedId, because })
  t.equal(outcome, 'erased')
  t.same(Object.keys(rows).toSorted(), allArtistTables.toSorted(), 'there was a row in each table')
  await purgeDeletedRows(db)
  t.same(await listTablesWithCanaries(db), [])
  const unvacuumed = sql`
    select relname from pg_stat_user_tables
    where vacuum_count = 0 and relname = any(${[...allArtistTables]})`
  t.same((await unvacuumed.execute(db)).rows, [], 'no page holds a deleted row')
  t.same(await listTablesWith(db, erasedId), ['operator_events'])
  t.equal(await exportText(db, context.artistId), other, 'another artist has everything')
})

/** Vectors of a source, as a configured model makes them. */
async function plantVectors(db: Kysely<DB>, ownerId: string) {
  await sql`
    insert into search_vector_documents (artist_id, model, dimensions, source_id, revision)
    select artist_id, 'vectors-1', 2, source_id, revision from sources where artist_id = ${ownerId} and revision is not null`.execute(
    db,
  )
  await sql`
    insert into search_vectors (artist_id, source_id, batch, vectors)
    select artist_id, source_id, 0, '\\x0102' from search_vector_documents`.execute(db)
}

/** Two artists, of whom the first has said something. */
async function newHistory(t: Test) {
  const { db } = await freshDatabase(t)
  const other = { ...artist, id: otherId }
  await importLines(db, [artist, other, { type: 'user', subject: 'ivo' }, response(1, 'The ferry.')])
  return db
}

t.test('it is an operators’ event with the counts and the last head; done again it changes nothing', async (t) => {
  const db = await newHistory(t)
  const [head] = await listAuditHeads(db)
  const first = await eraseArtist(db, { artistId, because })
  t.match(first, {
    outcome: 'erased',
    head,
    rows: { artists: 1, interview_entries: 1, response_versions: 1, audit_events: 2 },
  })
  t.same(await eraseArtist(db, { artistId, because: 'Again.' }), { ...first, outcome: 'unchanged' })
  t.equal(await findErasable(db, artistId), undefined)
  const { seq, hash, at } = head ?? {}
  const details = { because, rows: first.rows, head: { seq, hash, at } }
  t.same(await listOperatorEvents(db), [{ action: 'artist.erased', subject: `artist:${artistId}`, details }])
  const after = await verifyRecords(db)
  t.match(after, { artists: 1, erased: [{ artistId, because, head: { seq: Number } }], finding: undefined })
  t.equal(after.erased.length, 1)
  const unknownArtist = { code: 'not_found', message: /^There is no artist/ }
  await t.rejects(eraseArtist(db, { artistId: id(99), because }), unknownArtist)
  await t.rejects(findErasable(db, id(99)), unknownArtist)
})

t.test('verify tells by the heads that were kept who was erased and who was lost', async (t) => {
  const db = await newHistory(t)
  const early = await listAuditHeads(db)
  await setClaim(db, { artistId, subject: 'ivo', state: 'approved' })
  const late = await listAuditHeads(db)
  await eraseArtist(db, { artistId, because })
  const erased = [{ artistId, because, at: /Z$/, head: late[0] }]
  t.match(await verifyRecords(db, undefined, [...early, ...late]), { erased, finding: undefined })
  t.match(await verifyRecords(db, artistId, late.slice(0, 1)), { artists: 0, erased, finding: undefined })
  t.match(await verifyRecords(db, artistId), { artists: 0, erased, finding: undefined })

  const [last] = late as [AuditHead]
  const lost: [kept: AuditHead, what: RegExp][] = [
    [
      { ...last, seq: last.seq + 1 },
      /erased at \S+Z after event 3, and a head of event 4 that is no part of it was kept$/,
    ],
    [{ ...last, hash: 'f'.repeat(64) as AuditHead['hash'] }, /and a head of event 3 that is no part of it was kept$/],
    [{ ...last, artistId: id(99) }, /^is not there, and a head of its trail was kept$/],
  ]
  for (const [saved, what] of lost) {
    t.match((await verifyRecords(db, undefined, [...late, saved])).finding, { table: 'artists', what })
  }
  await sql`update operator_events set details = details || '{"because": "Never asked."}'`.execute(db)
  t.match((await verifyRecords(db, artistId)).finding, { table: 'operator_events' }, 'it is believed of a whole log')
  t.equal((await verifyRecords(db, otherId)).finding, undefined, 'of which no other artist needs anything')
})

t.test('an export that was made before brings the artist back, whom the heads then fit again', async (t) => {
  const db = await newHistory(t)
  const heads = await listAuditHeads(db)
  const exported = await exportText(db, artistId)
  const both = exported + (await exportText(db, otherId))
  await setClaim(db, { artistId, subject: 'ivo', state: 'approved' })
  await eraseArtist(db, { artistId, because })
  await importRecords(db, writeTestFile(t, exported), { restoreErasedBecause: 'Erased in error.' })
  t.equal(await exportText(db, artistId), exported)
  const restored = { artists: 2, erased: [{ isBack: true }], finding: undefined }
  t.match(await verifyRecords(db, undefined, heads), restored)
  await eraseArtist(db, { artistId: otherId, because })
  t.match(await eraseArtist(db, { artistId, because: 'Again.' }), { outcome: 'erased' }, 'who may be erased again')
  const erased = [{ artistId: otherId }, { artistId, because: 'Again.', isBack: false }]
  t.match((await verifyRecords(db)).erased, erased, 'the last erasure of each, the newest last')
  await importRecords(db, writeTestFile(t, both), { restoreErasedBecause: 'Erased in error.' })
  t.match(await verifyRecords(db), { artists: 2, finding: undefined })
  await sql.raw(`set session_replication_role = replica; delete from artists where id = '${artistId}'`).execute(db)
  t.match((await verifyRecords(db, artistId)).finding, { table: 'artists', what: 'is not there' }, 'lost after that')
})

t.test('an artist who was erased is not added again, and one who came back without an event is named', async (t) => {
  const { db } = await freshDatabase(t)
  await importLines(db, [artist])
  await eraseArtist(db, { artistId, because: 'By letter.' })
  const again = { id: artistId, name: 'Ivo Lantern', bio: null }
  await t.rejects(addArtist(db, again), { code: 'request_conflict', message: /was erased at .*--restore-erased/ })
  await t.rejects(importLines(db, [artist]), { message: /^line 1: brings back an artist who was erased/ })
  t.equal((await verifyRecords(db)).finding, undefined)
  await db.insertInto('artists').values(again).execute()
  t.match((await verifyRecords(db)).finding, { table: 'artists', key: { id: artistId }, what: /event 1 .* erased it/ })
})
