import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { importRecords } from '#src/admin/import/import.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { freshDatabase } from '../support/database.ts'
import { countRows, pianoMastery, samples } from './files.ts'

t.test(
  'the samples leave no legacy offer open, so that the first call of a newcomer can start a sitting',
  async (t) => {
    const { db } = (await freshDatabase(t)).database
    await importRecords(db, samples)
    t.same(await db.selectFrom('interview_entries').select('id').where('state', '=', 'offered').execute(), [])
  },
)

t.test('imported a second time, the samples change nothing', async (t) => {
  const { db } = (await freshDatabase(t)).database
  await importRecords(db, samples)
  const before = await countRows(db)
  const { lines, added, changed, unchanged } = await importRecords(db, samples)
  t.same({ added, changed, unchanged }, { added: 0, changed: 0, unchanged: lines })
  t.same(await countRows(db), before)
  t.equal((await verifyRecords(db)).finding, undefined)
})

const skip = existsSync(pianoMastery) ? false : 'the texts of piano-mastery do not lie beside this repository'
t.test('eighteen real texts are stored exactly', { skip }, async (t) => {
  const { db } = (await freshDatabase(t)).database
  t.match(await importRecords(db, pianoMastery, { allowAdmin: true }), {
    records: { source: { added: 18 }, artist: { added: 18 } },
  })
  const lines = readFileSync(pianoMastery, 'utf8').split('\n').filter(Boolean)
  for (const line of lines.map((text) => JSON.parse(text)).filter(({ type }) => type === 'source')) {
    const stored = await db
      .selectFrom('source_revisions')
      .select('text_utf16')
      .where('artist_id', '=', line.artist)
      .where('source_id', '=', `vault:${line.id}`)
      .executeTakeFirstOrThrow()
    const file = readFileSync(new URL(line.textFile, `file://${pianoMastery}`))
    t.ok(Buffer.from(fromUtf16(stored.text_utf16)).equals(file), line.textFile)
  }
  t.match(await importRecords(db, pianoMastery, { allowAdmin: true }), { added: 0, changed: 0 })
  t.match(await verifyRecords(db), { artists: 18, finding: undefined })
})
