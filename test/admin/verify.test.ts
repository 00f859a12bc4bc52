import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { type AuditHead, listAuditHeads, readAuditHeads } from '#src/admin/audit-heads.ts'
import { setClaim } from '#src/admin/claims.ts'
import { importRecords } from '#src/admin/import/import.ts'
import { verifyArtist } from '#src/admin/verify/artist.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { computeAuditHash } from '#src/text/revisions.ts'
import { freshDatabase } from '../support/database.ts'
import { listFindings } from '../support/findings.ts'
import { formatLines, importLines } from '../support/records.ts'
import { createTestContext } from '../support/test-context.ts'
import {
  artist,
  artistId,
  exportText,
  id,
  type Line,
  otherId,
  parseLines,
  response,
  source,
  user,
  writeTestFile,
} from './files.ts'
import { fillSampleArtist } from './full-artist.ts'

/*
 * What a writer of the whole database can do who knows how revisions and chains are made: histories that never were,
 * with consistent hashes.
 */

/** The history as if another actor had done what event `seq` says. */
function replaceActor(lines: readonly Line[], seq: number): Line[] {
  return rechain(
    lines.map((line) => (line.type === 'kept:audit' && line.seq === seq ? { ...line, actor: 'another' } : line)),
  )
}

/** The audit trail with every link computed again. */
function rechain(lines: readonly Line[]): Line[] {
  let previous: string | null = null
  const links = new Map<number, Line>()
  for (const event of lines.filter(({ type }) => type === 'kept:audit').toSorted((a, b) => a.seq - b.seq)) {
    const { artist: artistId, seq, action, subject, revision, actor, at, details } = event
    const hash = computeAuditHash({ artistId, seq, action, subject, revision, actor, at, details, previous })
    links.set(seq, { ...event, previous, hash })
    previous = hash
  }
  return lines.map((line) => (line.type === 'kept:audit' ? (links.get(line.seq) ?? line) : line))
}

t.test('an unknown artist is named, and so is an audit trail without its artist', async (t) => {
  const { db } = await freshDatabase(t)
  t.match((await verifyRecords(db, artistId)).finding, { artistId, table: 'artists', what: 'is not there' })
  await importLines(db, [artist])
  await sql`set session_replication_role = replica; delete from artists`.execute(db)
  t.match((await verifyRecords(db)).finding, { artistId, table: 'artists', what: 'is not there' })
})

t.test('of many artists the first row of each that does not fit is named', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  await sql`update response_versions set answer = answer || '.' where artist_id = ${artistId}`.execute(context.db)
  const { finding, others } = await verifyRecords(context.db)
  t.match(finding, { artistId, table: 'response_versions', what: 'its revision is not that of its content' })
  t.same(
    others.map((one) => one.artistId),
    [context.artistId, context.otherArtistId],
    'whose claims have no event',
  )
})

async function newHistory(t: Test) {
  const { db } = await freshDatabase(t)
  await importLines(db, [artist, user, source(1, 'One.'), response(2, 'A bell.')])
  await importLines(db, [{ ...artist, id: otherId, name: 'Mara Quill' }])
  return db
}

t.test('a value that no program can hash or compare is named like any other', async (t) => {
  const db = await newHistory(t)
  const changes: [table: 'audit_events' | 'artists' | 'sources', change: string][] = [
    ['audit_events', `at = 'infinity'`],
    ['audit_events', `details = '{"n": 1e999}'`],
    ['artists', `created_at = '294276-01-01'`],
    ['sources', `removed_at = '294276-01-01'`],
  ]
  for (const [table, change] of changes) {
    const changed = db.transaction().execute(async (trx) => {
      await sql.raw(`update ${table} set ${change}`).execute(trx)
      for await (const finding of verifyArtist(trx, artistId)) throw new Error(finding.table)
    })
    await t.rejects(changed, { message: table }, change)
  }
})

t.test('a row without an event has one finding', async (t) => {
  const db = await newHistory(t)
  await sql`insert into claims (artist_id, user_id, state) select ${artistId}, id, 'approved' from users`.execute(db)
  const findings = await listFindings(db, artistId)
  t.match(findings, [{ table: 'claims', key: { user_id: 'ivo' }, what: 'no event of the trail tells of it' }])
  t.equal(findings.length, 1)
})

t.test('each artist has a head: the number, hash and instant of the newest event', async (t) => {
  const db = await newHistory(t)
  const [first, second, ...more] = await listAuditHeads(db)
  t.same(more, [])
  t.match(second, { artistId: otherId, seq: 1 })
  const newest = await db
    .selectFrom('audit_events')
    .select(['hash', 'at'])
    .where('artist_id', '=', artistId)
    .where('seq', '=', 3)
    .executeTakeFirstOrThrow()
  t.match(first, { artistId, seq: 3, hash: newest.hash, at: newest.at.toISOString() })
  t.same(await listAuditHeads(db, artistId), [first])
  const progress: string[] = []
  await verifyRecords(db, undefined, [], (done, total) => progress.push(`${done} of ${total}`))
  t.same(progress, ['0 of 2', '1 of 2'])
  await t.rejects(listAuditHeads(db, id(9)), { code: 'not_found' })
})

t.test('a trail that was rewritten with every hash passes verify, but not with the saved heads', async (t) => {
  const context = await createTestContext(t)
  const lines = parseLines(await exportText(context.db, await fillSampleArtist(context)))
  const events = lines.filter(({ type }) => type === 'kept:audit').toSorted((a, b) => a.seq - b.seq)
  const buildHead = ({ artist, seq, hash, at }: Line): AuditHead => ({ artistId: artist, seq, hash, at })
  const ofEvents = [4, 9].flatMap((seq) => events.filter((event) => event.seq === seq).map(buildHead))
  const saved = [{ artistId: events[0]?.artist, seq: 0, hash: null, at: null }, ...ofEvents]
  const lies: [string, Line[], seq: number, RegExp][] = [
    ['another actor early', replaceActor(lines, 2), 4, /rewritten from its beginning on$/],
    ['another actor later', replaceActor(lines, 7), 9, /rewritten after event 4, which is the one that was kept$/],
  ]
  for (const [title, rewritten, seq, message] of lies) {
    const { db } = await freshDatabase(t)
    await importRecords(db, writeTestFile(t, formatLines(rewritten)))
    t.equal((await verifyRecords(db)).finding, undefined, `${title}: verify alone passes`)
    t.match(
      (await verifyRecords(db, undefined, saved)).finding,
      { table: 'audit_events', key: { seq }, what: message },
      title,
    )
  }
})

t.test('a trail that was cut off is found missing', async (t) => {
  const db = await newHistory(t)
  const before = parseLines(await exportText(db, artistId))
  await setClaim(db, { artistId, subject: 'ivo', state: 'approved' })
  const heads = await listAuditHeads(db)

  const { db: elsewhere } = await freshDatabase(t)
  await importRecords(elsewhere, writeTestFile(t, formatLines(before)))
  t.equal((await verifyRecords(elsewhere)).finding, undefined)
  t.match((await verifyRecords(elsewhere, artistId, heads)).finding, {
    key: { seq: 4 },
    what: /^is missing, and a head/,
  })
})

t.test('saved heads are read as they were printed, or refused by their line', async (t) => {
  const head = { artistId, seq: 1, hash: 'a'.repeat(64), at: '2026-03-01T09:30:00.000Z' }
  const none = { artistId: otherId, seq: 0, hash: null, at: null }
  t.same(await readAuditHeads(writeTestFile(t, formatLines([head, none]))), [head, none])
  const refused: [given: string, message: RegExp][] = [
    [writeTestFile(t, ''), /holds no head$/],
    [writeTestFile(t, formatLines([head, { ...head, seq: '1' }])), /^line 2, seq: must be integer$/],
    [writeTestFile(t, formatLines([{ ...head, seq: 2_147_483_648 }])), /^line 1, seq: must be <= 2147483647$/],
    [writeTestFile(t, formatLines([head, { ...head, status: 'ok' }])), /^line 2, status: is not accepted$/],
    [writeTestFile(t, formatLines([{ ...head, hash: null }])), /^line 1: must have a hash and an instant/],
    [writeTestFile(t, formatLines([{ ...head, seq: 0 }])), /^line 1: must have a hash and an instant/],
    [writeTestFile(t, 'head\n'), /^line 1: is not JSON$/],
    ['/nowhere/heads.jsonl', /cannot be read \(ENOENT\)$/],
  ]
  for (const [contents, message] of refused)
    await t.rejects(readAuditHeads(contents), { code: 'invalid_request', message })
})
