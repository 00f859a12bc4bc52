import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { importRecords } from '#src/admin/import/import.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { freshDatabase } from '../support/database.ts'
import { countRows, formatLines, importLines } from '../support/records.ts'
import { artist, id, source } from './files.ts'

t.test('a text is stored byte for byte: line ends, a byte order mark, composed and decomposed letters', async (t) => {
  const { db } = await freshDatabase(t)
  const text = '\ufeffOne\r\ntwo\rthree\n  é e\u0301 \u00a0“quoted” 🎹\t\u2028\n'
  const folder = t.testdir()
  writeFileSync(join(folder, 'text.txt'), text)
  const file = join(folder, 'import.jsonl')
  writeFileSync(file, formatLines([artist, source(1, text), source(2, '', { text: undefined, textFile: 'text.txt' })]))
  await importRecords(db, file)
  const rows = await db.selectFrom('source_revisions').select(['text_utf16', 'total_chars']).execute()
  t.same(
    rows.map(({ text_utf16, total_chars }) => [fromUtf16(text_utf16), total_chars]),
    [
      [text, text.length],
      [text, text.length],
    ],
  )
})

t.test('the metadata of a source can change without its text', async (t) => {
  const { db } = await freshDatabase(t)
  await importLines(db, [artist, source(1, 'One.')])
  const words = { title: 'A title', url: 'https://example.org/moved' }
  const changed = source(1, 'One.', { ...words, approved: false, private: true, publishedAt: '2020-02' })
  t.match(await importLines(db, [changed]), { changed: 1 })
  const columns = { ...words, curation: 'pending', is_private: true, published_at: '2020-02' }
  t.match(await db.selectFrom('sources').selectAll().executeTakeFirstOrThrow(), columns)
  t.equal((await countRows(db)).source_revisions, 1)
})

t.test('a source has the state of its record', async (t) => {
  const { db } = await freshDatabase(t)
  await importLines(db, [
    artist,
    source(1, 'A linked page.'),
    source(2, 'An upload.', { url: undefined, private: true }),
    source(3, 'A caption.', { kind: 'social', channel: 'caption' }),
    source(3, 'A transcript.', { kind: 'social', channel: 'transcript' }),
  ])
  const rows = await db
    .selectFrom('sources')
    .select(['source_id', 'kind', 'is_upload', 'is_private', 'evidence_kind', 'speaker'])
    .orderBy('source_id')
    .execute()
  t.same(
    rows.map((row) => Object.values(row)),
    [
      [`social:${id(3)}:caption`, 'social_caption', false, false, 'caption', 'not_applicable'],
      [`social:${id(3)}:transcript`, 'reel_transcript', false, false, 'provider_transcript', 'unverified'],
      [`vault:${id(1)}`, 'vault', false, false, 'original_text', 'not_applicable'],
      [`vault:${id(2)}`, 'vault', true, true, 'original_text', 'not_applicable'],
    ],
  )
})
