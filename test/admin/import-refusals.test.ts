import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { importRecords } from '#src/admin/import/import.ts'
import { freshDatabase } from '../support/database.ts'
import { countRows, formatLines, importLines } from '../support/records.ts'
import {
  artist,
  artistId,
  claim,
  correction,
  discovery,
  id,
  legacyOffer,
  otherId,
  response,
  source,
  user,
} from './files.ts'

const another = { ...artist, id: otherId }
const offeredAt = (instant: string) => ({ ...legacyOffer, offeredAt: instant })

/** The second line, and how it is refused. */
const refused: [what: string, record: unknown, message: RegExp][] = [
  ['no type', {}, /^line 2, type: must be one of artist, user,/],
  ['not an object', null, /^line 2, type: must be one of/],
  ['an unknown type', { type: 'album' }, /^line 2, type: must be one of/],
  ['an unknown field', { ...another, genre: 'folk' }, /^line 2, genre: is not accepted$/],
  ['a missing field', { type: 'artist', id: otherId }, /^line 2, name: is required$/],
  ['an id that is none', { ...artist, id: 'seven' }, /^line 2, id: \w/],
  ['a number for a string', { ...another, name: 7 }, /^line 2, name: must be string$/],
  ['null for what may only be absent', { ...another, bio: null }, /^line 2, bio: must be string$/],
  ['a claim in another state', { ...claim, state: 'revoked' }, /^line 2, state: must be one of approved, pending$/],
  ['a claim of an unknown user', claim, /^line 2, subject: names no user$/],
  ['a source of an unknown artist', source(1, 'x', { artist: otherId }), /^line 2, artist: names no artist$/],
  ['a source without a text', source(1, 'x', { text: undefined }), /^line 2, text: is required, or textFile$/],
  ['a source with an empty text', source(1, ''), /^line 2, text: must not be empty$/],
  ['a source with two texts', source(1, 'x', { textFile: 'x.txt' }), /^line 2, textFile: is not accepted beside text$/],
  [
    'a source that is too long',
    source(1, 'x'.repeat(4_000_001)),
    /^line 2, text: must not be longer than 4000000 UTF-16/,
  ],
  ['a source at no address', source(1, 'x', { url: 'ftp://example.org' }), /^line 2, url: \w/],
  ['a source of no known day', source(1, 'x', { publishedAt: 'spring' }), /^line 2, publishedAt: \w/],
  ['a post without a channel', source(1, 'x', { kind: 'social' }), /^line 2, channel: is required$/],
  ['a channel of a vault record', source(1, 'x', { channel: 'caption' }), /^line 2, channel: is not accepted$/],
  ['an unknown kind', source(1, 'x', { kind: 'album' }), /^line 2, kind: must be one of vault, social$/],
  ['a discovery without a text', { ...discovery, text: '' }, /^line 2, text: must not be empty$/],
  ['an unknown curation', { ...discovery, curation: 'maybe' }, /^line 2, curation: must be one of pending/],
  ['a correction without content', { ...correction, correction: undefined }, /^line 2, correction: is required$/],
  ['an instant of the year 0', offeredAt('0000-01-01T00:00:00Z'), /^line 2, offeredAt: is not an instant/],
  ['an instant of the year 10000', offeredAt('9999-12-31T23:00:00-02:00'), /^line 2, offeredAt: is not an instant/],
  ['an instant that is none', offeredAt('yesterday'), /^line 2, offeredAt: \w/],
  ['a second that no clock keeps', offeredAt('2016-12-31T23:59:60Z'), /^line 2, offeredAt: is not an instant/],
  ['an answer of white space', response(3, ' \n\u3000'), /^line 2, answer: \w/],
  ['an answer that is too long', response(3, '😀'.repeat(2001)), /^line 2, answer: must NOT have more than 2000/],
  ['a sitting that is none', { ...response(3, 'Yes.'), sitting: 0 }, /^line 2, sitting: must be >= 1$/],
  ['a sitting beyond an integer', { ...response(3, 'Yes.'), sitting: 2_147_483_648 }, /^line 2, sitting: must be <= /],
]

/** The most characters of the texts of a record. */
const charsMax: [record: Record<string, unknown>, limits: Record<string, number>][] = [
  [another, { name: 300, bio: 20_000 }],
  [user, { subject: 300 }],
  [source(1, 'x'), { title: 2_000, publisher: 300, textFile: 1_000 }],
  [discovery, { title: 300 }],
  [correction, { claim: 4_000, correction: 4_000, kind: 100 }],
]
for (const [record, limits] of charsMax)
  for (const [field, max] of Object.entries(limits)) {
    const longer = { ...record, [field]: 'x'.repeat(max + 1) }
    refused.push([`a ${field} of ${record.type} that is too long`, longer, new RegExp(`^line 2, ${field}: must `)])
  }

t.test('an invalid line is named by its number and its field, and nothing of the file is stored', async (t) => {
  const { db } = await freshDatabase(t)
  const empty = await countRows(db)
  for (const [title, record, message] of refused) {
    await t.rejects(importLines(db, [artist, record]), { name: 'Problem', code: 'invalid_request', message }, title)
    t.same(await countRows(db), empty, `${title}: nothing is kept`)
  }
})

t.test('two lines that contradict each other are refused, and two that agree count once', async (t) => {
  const { db } = await freshDatabase(t)
  await t.rejects(importLines(db, [artist, source(1, 'One.'), source(1, 'Two.')]), {
    message: 'line 3: says something else than line 2 about the same record',
  })
  await t.rejects(importLines(db, [artist, { ...legacyOffer, id: id(3) }, response(3, 'Yes.')]), {
    message: 'line 3: says something else than line 2 about the same record',
  })
  const upper = source(1, 'One.', { id: id(1).toUpperCase(), artist: artistId.toUpperCase(), private: false })
  const twice = [response(3, 'Yes.'), response(3, 'Yes.')]
  t.match(await importLines(db, [artist, source(1, 'One.'), upper, ...twice]), { added: 3, unchanged: 2 })
})

t.test('one address is one discovery, in any spelling', async (t) => {
  const { db } = await freshDatabase(t)
  const again = { ...discovery, id: id(8), url: 'https://www.EXAMPLE.org/9/?utm_source=letter#top' }
  const message = 'line 3, url: is the address of another discovery of the artist'
  await t.rejects(importLines(db, [artist, discovery, again]), { message })
  await importLines(db, [artist, discovery])
  t.match(await importLines(db, [artist, { ...discovery, url: again.url }]), { changed: 1 })
})

t.test('a text file is read from below the folder of the import file, and from nowhere else', async (t) => {
  const { db } = await freshDatabase(t)
  const folder = t.testdir({ 'secret.txt': 'Not for evidence.', imports: {} })
  const imports = join(folder, 'imports')
  mkdirSync(join(imports, 'texts'))
  writeFileSync(join(imports, 'texts', 'empty.txt'), '')
  writeFileSync(join(imports, 'texts', 'latin1.txt'), Buffer.from([0x63, 0xe9]))
  writeFileSync(join(imports, 'texts', 'nul.txt'), 'a\u0000b')
  symlinkSync('loop', join(imports, 'texts', 'loop'))
  writeFileSync(join(imports, 'texts', 'plain.txt'), 'A text.')
  symlinkSync('plain.txt', join(imports, 'texts', 'link.txt'))
  linkSync(join(folder, 'secret.txt'), join(imports, 'texts', 'hard.txt'))
  symlinkSync('../../secret.txt', join(imports, 'texts', 'secret.txt'))
  symlinkSync(folder, join(imports, 'texts', 'up'))
  symlinkSync('/dev/zero', join(imports, 'texts', 'zero'))
  execFileSync('mkfifo', [join(imports, 'texts', 'fifo')])
  writeFileSync(join(imports, 'texts', 'large.txt'), '')
  truncateSync(join(imports, 'texts', 'large.txt'), 12_000_001)
  const named: [textFile: string, message: RegExp][] = [
    ['../secret.txt', /^line 2, textFile: must lie in the folder of the import file or below$/],
    ['texts/../../secret.txt', /^line 2, textFile: must lie in the folder/],
    [join(folder, 'secret.txt'), /^line 2, textFile: must lie in the folder/],
    [join(imports, 'texts', 'plain.txt'), /^line 2, textFile: must lie in the folder/],
    ['texts/none.txt', /^line 2, textFile: names a file that cannot be read \(ENOENT\)$/],
    ['texts', /^line 2, textFile: names something else than a regular file$/],
    ['texts/fifo', /^line 2, textFile: names something else than a regular file$/],
    ['texts/zero', /^line 2, textFile: must not lead through a symbolic link$/],
    ['texts/hard.txt', /^line 2, textFile: must not be a hard link$/],
    ['texts/link.txt', /^line 2, textFile: must not lead through a symbolic link$/],
    ['texts/secret.txt', /^line 2, textFile: must not lead through a symbolic link$/],
    ['texts/up/secret.txt', /^line 2, textFile: must not lead through a symbolic link$/],
    ['texts/large.txt', /^line 2, textFile: names a file of more than 12000000 bytes$/],
    ['texts/loop', /^line 2, textFile: names a file that cannot be read \(ELOOP\)$/],
    ['texts/latin1.txt', /^line 2, textFile: names a file that is not UTF-8$/],
    ['texts/empty.txt', /^line 2, textFile: must not be empty$/],
    ['texts/nul.txt', /^line 2, textFile: holds U\+0000$/],
  ]
  const importText = (textFile: string) => {
    const file = join(imports, 'import.jsonl')
    writeFileSync(file, formatLines([artist, source(1, 'x', { text: undefined, textFile })]))
    return importRecords(db, file)
  }
  for (const [textFile, message] of named)
    await t.rejects(importText(textFile), { code: 'invalid_request', message }, textFile)
  writeFileSync(join(imports, 'texts', 'large.txt'), '€'.repeat(4_000_000))
  t.match(await importText('texts/large.txt'), { added: 2 }, 'and no longer one')
})
