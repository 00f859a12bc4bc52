import type { Kysely } from 'kysely'
import t, { type Test } from 'tap'
import { importRecords } from '#src/admin/import/import.ts'
import { readJsonLines } from '#src/admin/import/lines.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueEmbeddings } from '#src/research/embed/queries.ts'
import { createEmbeddingModel } from '#src/research/providers/embeddings.ts'
import { runCli } from '../cli/run.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { createMeaningContext } from '../search/meaning-context.ts'
import { freshDatabase } from '../support/database.ts'
import { artist, formatLines, id, importLines, samples, source, writeTestFile } from './files.ts'

const read = (t: Test, content: string | Uint8Array) => Array.fromAsync(readJsonLines(writeTestFile(t, content)))

t.test('one JSON value a line, with the number of its line; a byte order mark only at the beginning', async (t) => {
  const files: [content: string, values: string][] = [
    ['{"a":1}\n[2]\n"three"\n', '1 {"a":1}, 2 [2], 3 "three"'],
    ['1\r\n2', '1 1, 2 2'],
    ['\n 1 \n \t\r\n\n2\n\n', '2 1, 5 2'],
    ['', ''],
    ['\ufeff1\n2\n', '1 1, 2 2'],
  ]
  for (const [content, values] of files) {
    const found = (await read(t, content)).map(({ number, value }) => `${number} ${JSON.stringify(value)}`)
    t.equal(found.join(', '), values, JSON.stringify(content))
  }
  await t.rejects(read(t, '1\n\ufeff2\n'), { message: 'line 2: is not JSON' })
})

t.test('characters across two chunks are read whole', async (t) => {
  // The file is read in chunks of 64 KiB; an odd number of bytes before four-byte characters puts an edge inside one.
  const text = `x${'🎹'.repeat(50_000)}`
  t.same(await read(t, `${JSON.stringify(text)}\n2\n`), [
    { number: 1, value: text },
    { number: 2, value: 2 },
  ])
})

t.test('text that cannot be stored exactly is refused with its line', async (t) => {
  const latin1 = Buffer.concat([Buffer.from('1\n"caf'), Buffer.from([0xe9]), Buffer.from('"\n')])
  await t.rejects(read(t, latin1), { code: 'invalid_request', message: 'line 2: is not UTF-8' })
  await t.rejects(read(t, '1\n{"a":}\n'), { message: 'line 2: is not JSON' })
  await t.rejects(read(t, '1 2\n'), { message: 'line 1: is not JSON' })
  await t.rejects(read(t, '{"a":[{"b":"x\\u0000y"}]}'), { message: 'line 1, a/0/b: holds U+0000' })
  await t.rejects(read(t, '\n\n{"a":"\\ud83c"}'), { message: 'line 3, a: holds half of a surrogate pair' })
  await t.rejects(read(t, `1\n"${'x'.repeat(32_000_000)}"`), { message: 'line 2: is longer than 32000000 bytes' })
})

t.test('a file that cannot be read is named', async (t) => {
  await t.rejects(Array.fromAsync(readJsonLines('no-such-file.jsonl')), {
    code: 'invalid_request',
    message: 'no-such-file.jsonl: cannot be read (ENOENT)',
  })
})

t.test(
  'the samples leave no legacy offer open, so that the first call of a newcomer can start a sitting',
  async (t) => {
    const { db } = (await freshDatabase(t)).database
    await importRecords(db, samples)
    t.same(await db.selectFrom('interview_entries').select('id').where('state', '=', 'offered').execute(), [])
  },
)

const embeddings = createEmbeddingModel({ url: 'http://127.0.0.1:1/v1', name: 'vectors-1', key: undefined })

const readJobs = (db: Kysely<DB>) =>
  db
    .selectFrom('artist_research_jobs')
    .select(['artist_id', 'kind', 'purpose', 'state', 'requests'])
    .orderBy('artist_id')
    .execute()
const job = { kind: 'source_search', purpose: 'embed', state: 'pending', requests: 1 }

t.test('an imported source queues the making of its vectors once an artist, a repeated import nothing', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const none = { ...artist, id: id(9_999), name: 'Without a text' }
  const many = [1, 2, 3].map((at) => ({ ...artist, id: id(10_000 + at), name: `Artist ${at}` }))
  const texts = many.map((one, at) => source(20_000 + at, `Text ${at}.`, { artist: one.id }))
  const second = source(30_000, 'Another text.', { artist: many[0]?.id })

  await importLines(t, db, [none, ...many, ...texts, second], { embeddings })
  t.same(
    await readJobs(db),
    many.map((one) => ({ artist_id: one.id, ...job })),
  )
  await importLines(t, db, [none, ...many, ...texts, second], { embeddings })
  await importLines(t, db, [{ ...second, text: 'Another text yet.' }], { embeddings })
  t.same((await readJobs(db)).map(({ requests }) => requests).slice(0, 3), [2, 1, 1])
})

t.test('more artists than one statement takes have their jobs all the same', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const ids = Array.from({ length: 2_050 }, (_, at) => id(at))
  await db
    .insertInto('artists')
    .values(ids.map((one) => ({ id: one, name: 'An artist' })))
    .execute()
  await db.transaction().execute((trx) => enqueueEmbeddings(trx, ids))
  t.same(
    await readJobs(db),
    ids.toSorted().map((artist_id) => ({ artist_id, ...job })),
  )
})

t.test('without a model, and when a line is refused, no job is queued', async (t) => {
  const { db } = (await freshDatabase(t)).database
  await importLines(t, db, [artist, source(1, 'One.')])
  await t.rejects(importLines(t, db, [source(1, 'Two.'), { ...source(2, 'Lost.'), artist: id(77) }], { embeddings }))
  t.same(await db.selectFrom('artist_research_jobs').select('id').execute(), [])
})

t.test('the command line queues it, and the service then searches the text by meaning', async (t) => {
  const context = await createMeaningContext(t)
  const { url, server, answer } = context
  const boat = source(1, 'She left the island on a boat before dawn.', { artist: context.artistId })
  const env = {
    ...{ DATABASE_URL: url, DATA_FOLDER: t.testdirName },
    ...{ EMBEDDING_MODEL_BASE_URL: server.base, EMBEDDING_MODEL_NAME: 'vectors-1' },
  }
  const { code, stderr } = await runCli(['import', writeTestFile(t, formatLines([boat]))], env)
  t.equal(code, 0, stderr)
  await advanceUntilIdle(context)
  t.match((await answer('vessel')).body, {
    passages: [{ text: boat.text }],
    coverage: { searchedByMeaning: 1, complete: true },
  })
})
