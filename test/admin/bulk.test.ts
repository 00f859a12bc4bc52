import { type KyselyPlugin, sql, type Transaction } from 'kysely'
import t from 'tap'
import { exportArtist } from '#src/admin/archive/export.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { withProgress } from '../../scripts/cli/progress.ts'
import { freshDatabase } from '../support/database.ts'
import { countRows, importLines } from '../support/records.ts'
import { artist, artistId, claim, id, otherId, response, source } from './files.ts'

const answers = Array.from({ length: 2_500 }, (_, at) => response(at + 1, `Answer ${at + 1}.`))
const other = { ...artist, id: otherId, name: 'Other' }

t.test('several batches of artists, and more rows than a statement takes, are imported as they are', async (t) => {
  const { db } = await freshDatabase(t)
  const user = { type: 'user', subject: 'ivo' }
  // With the artist and the claim as many events as are kept in memory.
  const ofArtist = [...answers.slice(0, 1_998), claim, artist]
  const records = [...ofArtist, { ...response(9_000, 'Of the other.'), artist: otherId }, other, user]
  t.match(await importLines(db, records), { added: records.length })
  t.match(await importLines(db, records), { added: 0, unchanged: records.length })
  t.match(await countRows(db), { interview_entries: 1_999, response_versions: 1_999, audit_events: 2_002 })
  const { rows } = await sql`
    select max(v.cmin::text::int) < min(e.cmin::text::int) as earlier from response_versions v, audit_events e
    where v.artist_id = ${artistId} and e.artist_id = ${otherId}`.execute(db)
  t.same(rows, [{ earlier: true }], 'the rows of a long artist are written before those of the next are made')
  const { artists, finding } = await verifyRecords(db)
  t.same({ artists, finding }, { artists: 2, finding: undefined })
})

t.test('an export holds one page of rows at most, however long the artist’s records are', async (t) => {
  const { db } = await freshDatabase(t)
  await importLines(db, [artist, ...answers])
  let [read, written, heldMax] = [0, 0, 0]
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read += result.rows.length
      heldMax = Math.max(heldMax, read - written)
      return result
    },
  }
  await db
    .withPlugin(counting)
    .transaction()
    .execute(async (trx) => {
      for await (const _ of exportArtist(trx, artistId)) written += 1
    })
  t.ok(written > 7_500, `${written} lines`)
  t.equal(heldMax, 500)
})

/** How many texts the server has read for this connection. */
async function countReads(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname = 'source_revisions'`.execute(trx)
  return rows[0]?.read ?? 0
}

t.test('an export reads each text at most twice, however many there are', async (t) => {
  const { db } = await freshDatabase(t)
  const texts = Array.from({ length: 40 }, (_, at) => source(at + 1, `Text ${at + 1}.`))
  await importLines(db, [artist, ...texts])
  await db.transaction().execute(async (trx) => {
    const before = await countReads(trx)
    for await (const _ of exportArtist(trx, artistId));
    const reads = (await countReads(trx)) - before
    t.ok(texts.length <= reads && reads <= 2 * texts.length, `${reads} reads`)
  })
})

t.test('progress is reported while a file is read and applied', async (t) => {
  const { db } = await freshDatabase(t)
  const reports: [string, number, number | null][] = []
  await importLines(db, [artist, response(1, 'A.')], { onProgress: (...progress) => reports.push(progress) })
  t.same(reports, [
    ['reading', 1, null],
    ['reading', 2, null],
    ['importing', 1, 2],
    ['importing', 2, 2],
  ])
  t.equal((await db.selectFrom('interview_entries').select('id').executeTakeFirst())?.id, id(1))
})

async function drawProgress(isTTY: boolean, columns: number): Promise<string[]> {
  const written: string[] = []
  const terminal = { isTTY, columns, write: (text: string) => written.push(text) > 0 }
  await withProgress(async (report) => report('importing', 5, 10), terminal as never)
  return written
}

t.test('a progress line is drawn on a terminal alone, and removed at the end', async (t) => {
  const line = '\r\u001b[Kimporting [##########..........] 5/10  '
  for (const columns of [80, 0]) t.same(await drawProgress(true, columns), [line, '\r\u001b[K'])
  t.same(await drawProgress(false, 80), [])
})

t.test('a progress line is shorter than a narrow terminal, which would leave what it has wrapped', async (t) => {
  t.same(await drawProgress(true, 20), ['\r\u001b[Kimporting [########', '\r\u001b[K'])
})
