import type { Kysely } from 'kysely'
import t from 'tap'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueEmbeddings } from '#src/research/embed/queries.ts'
import { createEmbeddingModel } from '#src/research/providers/embeddings.ts'
import { runCli } from '../cli/run.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { createMeaningContext } from '../search/meaning-context.ts'
import { freshDatabase } from '../support/database.ts'
import { artist, formatLines, id, importLines, source, writeTestFile } from './files.ts'

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
