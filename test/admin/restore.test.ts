import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { eraseArtist } from '#src/admin/erase.ts'
import { importRecords } from '#src/admin/import/import.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { isLockAwaited } from '../support/citus.ts'
import { freshDatabase } from '../support/database.ts'
import { holdLocks } from '../support/locks.ts'
import { countRows, formatLines } from '../support/records.ts'
import { createTestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { exportText, type Line, parseLines, writeTestFile } from './files.ts'
import { fillSampleArtist } from './full-artist.ts'

const context = await createTestContext(t)
const artistId = await fillSampleArtist(context)
const exported = await exportText(context.db, artistId)
const lines = parseLines(exported)
const searchPath = `/api/artist/${artistId}/knowledge/search?query=pump%20organ%20stops`
// Before there is another service, which replaces the signing key of this one.
const found = await context.call('mara', 'GET', searchPath)

const writeLines = (t: Test, lines: unknown[]) => writeTestFile(t, formatLines(lines))

t.test('an artist is restored from an export byte for byte', async (t) => {
  const before = await verifyRecords(context.db, artistId)
  t.equal(before.finding, undefined)
  t.equal(await exportText(context.db, artistId), exported, 'an export is the same twice')

  const { db } = await freshDatabase(t)
  const reports: unknown[] = []
  const onProgress = (...report: unknown[]) => reports.push(report)
  const summary = await importRecords(db, writeTestFile(t, exported), { onProgress })
  t.match(summary, { artists: { restored: 1, unchanged: 0 } })
  t.same(reports.at(-1), ['importing', lines.length, lines.length])
  t.equal(await exportText(db, artistId), exported)
  t.same(await verifyRecords(db), { ...before, artists: 1 })

  t.match(await importRecords(db, writeTestFile(t, exported)), { artists: { restored: 0, unchanged: 1 } })
  t.equal(await exportText(db, artistId), exported, 'imported again it changes nothing')
})

t.test('a restored artist is searched as before, by an index that the search builds, and can continue', async (t) => {
  t.equal(found.status, 200)
  t.ok(found.body.passages.length > 0)
  const elsewhere = await createTestContext(t)
  await importRecords(elsewhere.db, writeTestFile(t, exported))
  t.same((await elsewhere.call('mara', 'GET', searchPath)).body, found.body)
  const started = await elsewhere.call('mara', 'POST', `/api/artist/${artistId}/interview/session`, {
    requestId: '0198f3b0-0000-7000-8000-000000000001',
  })
  t.match(started, { status: 200, body: { session: { sitting: 4, state: 'active' } } })
  t.equal((await verifyRecords(elsewhere.db, artistId)).finding, undefined)
})

t.test('an export names users without their rights, so that an import makes no administrators', async (t) => {
  await context.db.updateTable('users').set({ is_admin: true }).where('subject', '=', 'mara').execute()
  const { db } = await freshDatabase(t)
  await importRecords(db, writeTestFile(t, await exportText(context.db, artistId)))
  const users = await db.selectFrom('users').select(['subject', 'is_admin']).orderBy('subject').execute()
  t.same(users, [
    { subject: 'mara', is_admin: false },
    { subject: 'nell', is_admin: false },
  ])
})

t.test('a tampered export is refused at its invalid line, and nothing is stored', async (t) => {
  const { db } = await freshDatabase(t)
  const empty = await countRows(db)
  const at = lines.findIndex(({ type }) => type === 'kept:version')
  const file = writeLines(t, lines.with(at, { ...lines[at], answer: 'Other words.' } as Line))
  const message = `line ${at + 1}: response_versions: its revision is not that of its content`
  await t.rejects(importRecords(db, file), { message })
  t.same(await countRows(db), empty)
})

t.test('a line of another form, or one that its table does not allow, is refused by its number', async (t) => {
  const { db } = await freshDatabase(t)
  const empty = await countRows(db)
  const at = lines.findIndex(({ type }) => type === 'kept:source')
  const altered: [change: Record<string, unknown>, message: RegExp][] = [
    [{ genre: 'folk' }, /, genre: is not accepted$/],
    [{ artist: 'mara' }, /, artist: does not have the accepted form$/],
    [{ isPrivate: 'no' }, /, isPrivate: holds a value that an export writes in another form$/],
    [{ ingestedAt: '2020-01-01' }, /, ingestedAt: holds a value that an export writes in another form$/],
    [{ ingestedAt: '294276-01-01T00:00:00.000Z' }, /, ingestedAt: holds a value .* in another form$/],
    [{ ingestedAt: 'soon' }, /: does not fit the table sources \(invalid .*: "soon"\)$/],
    [{ kind: 'album' }, /: does not fit the table sources \(sources_id_begins_with_kind\)$/],
    [{ type: 'kept:album' }, /, type: must be one of/],
  ]
  for (const [change, message] of altered) {
    const file = writeLines(t, lines.with(at, { ...lines[at], ...change } as Line))
    await t.rejects(
      importRecords(db, file),
      { message: new RegExp(`^line ${at + 1}${message.source}`) },
      Object.keys(change).join(),
    )
    t.same(await countRows(db), empty)
  }
  const text = lines.findIndex(({ type }) => type === 'kept:sourceRevision')
  const notText = writeLines(t, lines.with(text, { ...lines[text], text: { toString: 1 } } as Line))
  await t.rejects(importRecords(db, notText), { message: `line ${text + 1}, text: must be string` })
  await sql`alter table sources rename to texts`.execute(db)
  await t.rejects(importRecords(db, writeTestFile(t, exported)), { code: '42P01' }, 'what is no fault of a line')
})

t.test('an export that was cut short is refused, wherever it was cut', async (t) => {
  const { db } = await freshDatabase(t)
  const empty = await countRows(db)
  await t.rejects(importRecords(db, writeLines(t, lines.slice(0, -1))), { message: /its kept:end is missing$/ })
  for (const type of ['kept:job', 'kept:sourceRevision', 'kept:audit']) {
    const without = lines.toSpliced(
      lines.findLastIndex((line) => line.type === type),
      1,
    )
    await t.rejects(
      importRecords(db, writeLines(t, without)),
      { message: /, lines: counts \d+ lines, and the file has \d+$/ },
      type,
    )
  }
  await t.rejects(importRecords(db, writeLines(t, [...lines, lines.at(-1)])), { message: /a second time$/ })
  t.same(await countRows(db), empty)
})

t.test('a removed line is found missing even when the count was adjusted', async (t) => {
  const { db } = await freshDatabase(t)
  const at = lines.findLastIndex(({ type }) => type === 'kept:version')
  const end = { ...lines.at(-1), lines: Number(lines.at(-1)?.lines) - 1 } as Line
  await t.rejects(importRecords(db, writeLines(t, [...lines.toSpliced(at, 1).slice(0, -1), end])), {
    message: /audit_events: tells of entry:\S+#\d+, which is not there$/,
  })
})

t.test('where a newer version has migrated the tables nothing is exported, imported or erased', async (t) => {
  const { db } = await freshDatabase(t)
  await importRecords(db, writeTestFile(t, exported))
  await sql`insert into schema_migrations values (9999, 'more_columns', ${'a'.repeat(64)})`.execute(db)
  const refused = { code: 'not_configured', message: /^The database has 9999_more_columns of a newer version; / }
  await t.rejects(exportText(db, artistId), refused)
  await t.rejects(importRecords(db, writeTestFile(t, exported)), refused)
  await t.rejects(eraseArtist(db, { artistId, because: 'By letter.' }), refused)
  t.not((await countRows(db)).artists, 0)
})

t.test('the lines may come in any order, in any equal JSON', async (t) => {
  const { db } = await freshDatabase(t)
  const turned = lines.toReversed().map((line) => Object.fromEntries(Object.entries(line).toReversed()))
  const { artists } = await importRecords(db, writeLines(t, turned))
  t.same(artists, { restored: 1, unchanged: 0 })
  t.equal(await exportText(db, artistId), exported)
})

t.test('an existing artist is never overwritten by a restore', async (t) => {
  const { db, call } = await createTestContext(t)
  await importRecords(db, writeTestFile(t, exported))
  await call('mara', 'POST', `/api/artist/${artistId}/interview/session`, { requestId: artistId })
  const after = await exportText(db, artistId)
  t.not(after, exported)
  await t.rejects(importRecords(db, writeTestFile(t, exported)), {
    message:
      /^line \d+: is not what the service holds of artist .*; an export is put back only where the artist is not there$/,
  })
  t.equal(await exportText(db, artistId), after)
})

t.test('a change that is under way is waited for, and then compared', async (t) => {
  const { database, db } = await freshDatabase(t)
  const file = writeTestFile(t, exported)
  await importRecords(db, file)
  const changing = await holdLocks(database, `select from artists where id = '${artistId}' for no key update`)
  await changing.client.query(`update releases set title = 'Another title' where artist_id = $1`, [artistId])
  const restored = importRecords(db, file)
  restored.catch(() => {})
  await pollUntil(() => isLockAwaited(db))
  await changing.end('commit')
  await t.rejects(restored, { message: /is not what the service holds of artist/ })
})

t.test('a claim whose user is neither in the database nor in the file is refused', async (t) => {
  const withoutUsers = lines.filter(({ type }) => type !== 'user')
  const { db } = await freshDatabase(t)
  const at = withoutUsers.findIndex(({ type }) => type === 'kept:claim')
  await t.rejects(importRecords(db, writeLines(t, withoutUsers)), {
    message: `line ${at + 1}, subject: names no user`,
  })
})
