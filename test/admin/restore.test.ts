import t, { type Test } from 'tap'
import { importRecords } from '#src/admin/import/import.ts'
import { freshDatabase } from '../support/database.ts'
import { createTestContext } from '../support/test-context.ts'
import { countRows, exportText, writeTestFile } from './files.ts'
import { fillSampleArtist } from './full-artist.ts'

type Line = Record<string, unknown> & { type: string }

async function exportLines(t: Test): Promise<Line[]> {
  const context = await createTestContext(t)
  const text = await exportText(context.db, await fillSampleArtist(context))
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const writeLines = (t: Test, lines: unknown[]) =>
  writeTestFile(t, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

t.test('a tampered export is refused at its invalid line, and nothing is stored', async (t) => {
  const lines = await exportLines(t)
  const { db } = (await freshDatabase(t)).database
  const empty = await countRows(db)
  const first = (type: string) => lines.findIndex((line) => line.type === type)
  const altered: [type: string, change: Record<string, unknown>, message: RegExp][] = [
    ['kept:version', { answer: 'Other words.' }, /^response_versions: its revision is not that of its content$/],
    ['kept:version', { savedSeq: 1 }, /^response_versions: its saved_seq is not that of event \d+$/],
    ['kept:audit', { actor: 'another' }, /^audit_events: its hash is not that of its content$/],
  ]
  for (const [type, change, message] of altered) {
    const at = first(type)
    const file = writeLines(t, lines.with(at, { ...lines[at], ...change } as Line))
    await t.rejects(
      importRecords(db, file),
      { message: new RegExp(`^line ${at + 1}: ${message.source.slice(1)}`) },
      `${type} ${Object.keys(change).join()}`,
    )
    t.same(await countRows(db), empty)
  }
})

t.test('a line of another form, or one that its table does not allow, is refused by its number', async (t) => {
  const lines = await exportLines(t)
  const { db } = (await freshDatabase(t)).database
  const empty = await countRows(db)
  const at = lines.findIndex(({ type }) => type === 'kept:source')
  const altered: [change: Record<string, unknown>, message: RegExp][] = [
    [{ genre: 'folk' }, /, genre: is not accepted$/],
    [{ isPrivate: 'no' }, /, isPrivate: must be boolean$/],
    [{ ingestedAt: '2020-01-01' }, /, ingestedAt: \w/],
    [{ kind: 'album' }, /: does not fit the table sources \(sources_id_begins_with_kind\)$/],
    [{ curation: 'maybe' }, /: does not fit the table sources \(sources_curation_check\)$/],
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
})

t.test('an export that was cut short is refused, wherever it was cut', async (t) => {
  const lines = await exportLines(t)
  const { db } = (await freshDatabase(t)).database
  const empty = await countRows(db)
  await t.rejects(importRecords(db, writeLines(t, lines.slice(0, -1))), { message: /its kept:end is missing$/ })
  await t.rejects(importRecords(db, writeLines(t, lines.slice(0, 20))), { message: /its kept:end is missing$/ })
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
  const lines = await exportLines(t)
  const { db } = (await freshDatabase(t)).database
  const at = lines.findLastIndex(({ type }) => type === 'kept:version')
  const end = { ...lines.at(-1), lines: Number(lines.at(-1)?.lines) - 1 } as Line
  await t.rejects(importRecords(db, writeLines(t, [...lines.toSpliced(at, 1).slice(0, -1), end])), {
    message: /response_versions: is missing; event \d+ tells of it$/,
  })
})

t.test('the lines may come in any order, in any equal JSON', async (t) => {
  const lines = await exportLines(t)
  const { db } = (await freshDatabase(t)).database
  const turned = lines.toReversed().map((line) => Object.fromEntries(Object.entries(line).toReversed()))
  const { artists } = await importRecords(db, writeLines(t, turned))
  t.same(artists, { restored: 1, unchanged: 0 })
  t.equal(await exportText(db, String(lines.at(-1)?.artist)), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
})

t.test('an existing artist is never overwritten by a restore', async (t) => {
  const context = await createTestContext(t)
  const artistId = await fillSampleArtist(context)
  const before = await exportText(context.db, artistId)
  await context.call('mara', 'POST', `/api/artist/${artistId}/interview/session`, { requestId: artistId })
  const after = await exportText(context.db, artistId)
  await t.rejects(importRecords(context.db, writeTestFile(t, before)), {
    message:
      /^line \d+: is not what the service holds of artist .*; an export is put back only where the artist is not there$/,
  })
  t.equal(await exportText(context.db, artistId), after)
})

t.test('a claim whose user is neither in the database nor in the file is refused', async (t) => {
  const lines = (await exportLines(t)).filter(({ type }) => type !== 'user')
  const { db } = (await freshDatabase(t)).database
  const at = lines.findIndex(({ type }) => type === 'kept:claim')
  await t.rejects(importRecords(db, writeLines(t, lines)), {
    message: new RegExp(`^line ${at + 1}: does not fit the table claims`),
  })
})
