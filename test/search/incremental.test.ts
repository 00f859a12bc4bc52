import t from 'tap'
import { indexTexts, indexVersion } from '#src/evidence/search/index-texts.ts'
import { isLockAwaited } from '../support/citus.ts'
import { openPool } from '../support/database.ts'
import { createCall, type Loose, openApp } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { createSearchContext } from './evidence.ts'

t.test('a new text replaces the one before at once', async (t) => {
  const { addText, found } = await createSearchContext(t)
  const { sourceId } = await addText('The zither was blue.')
  t.same(await found('zither'), ['The zither was blue.'])
  await addText('The celesta was red.', { sourceId })
  t.same(await found('zither'), [])
  t.same(await found('celesta'), ['The celesta was red.'])
  await addText('The zither was blue.', { sourceId })
  t.same(await found('zither'), ['The zither was blue.'], 'a text that comes back is found again')
  t.same(await found('celesta'), [])
})

t.test('an index of another version, or of another text, is rebuilt', async (t) => {
  const { db, addText, found } = await createSearchContext(t)
  await addText('The zither was blue.')
  for (const other of [{ index_version: 0 }, { revision: 'f'.repeat(64) }]) {
    await db.updateTable('search_documents').set(other).execute()
    const wrong = { stem: 'celesta', word: 'celesta' }
    await db.updateTable('search_postings').set(wrong).where('word', '=', 'zither').execute()
    t.same(await found('celesta'), [])
    t.same(await found('zither'), ['The zither was blue.'])
  }
})

t.test('a request that saw the text before leaves the index of the text after it alone', async (t) => {
  const { db, artistId, addText, found } = await createSearchContext(t)
  const before = await addText('The zither was blue.')
  const { revision } = await addText('The celesta was red.', { sourceId: before.sourceId })
  t.same(await found('celesta'), ['The celesta was red.'])
  await indexTexts(db, artistId, [before])
  // A search would make the index again.
  const documents = await db.selectFrom('search_documents').select(['revision', 'complete']).execute()
  t.same(documents, [{ revision, complete: true }])
})

t.test('a long text is indexed in steps: until then every response says so', async (t) => {
  const { addText, search } = await createSearchContext(t)
  // A quarter of a segment more than the most that one search adds.
  await addText(`${'The road was long and the van was cold that year. '.repeat(11_300)}The last word is zither.`)
  const answers: Loose[] = []
  while (answers.at(-1)?.coverage.complete !== true && answers.length < 10) answers.push(await search('zither'))
  const done = answers.pop()
  t.match(done, {
    passages: { length: 1 },
    coverage: { searchedSources: 1, complete: true, limitations: { length: 0 } },
  })
  t.ok(answers.length > 0, 'one request does not do the work of all')
  for (const { passages, coverage } of answers) {
    t.same(passages, [])
    t.match(coverage, { readableSources: 1, searchedSources: 0, complete: false, limitations: { length: 1 } })
  }
})

t.test('a segment that another request was faster to write counts as work of both', async (t) => {
  const { db, artistId, addText } = await createSearchContext(t)
  const [one, other] = [await addText('The zither was blue.'), await addText('The celesta was red.')]
  const indexed = () => db.selectFrom('search_documents').select('source_id').execute()
  const faster = await db.startTransaction().execute()
  const { sourceId, revision } = one
  const document = { artist_id: artistId, source_id: sourceId, revision }
  const indexedOnce = { index_version: indexVersion, segments: 1, complete: true }
  await faster
    .insertInto('search_documents')
    .values({ ...document, ...indexedOnce })
    .execute()
  const work = indexTexts(db, artistId, [one, other], 1)
  await pollUntil(() => isLockAwaited(db))
  await faster.commit().execute()
  await work
  t.same(await indexed(), [{ source_id: sourceId }], 'the limit is reached')
  await indexTexts(db, artistId, [one, other], 1)
  t.equal((await indexed()).length, 2)
})

t.test('several instances at once make one index, and each finds what another has stored', async (t) => {
  const { db, config, url, token, artistId, addText, search } = await createSearchContext(t)
  const sources = []
  for (let n = 0; n < 6; n += 1) sources.push(await addText(`Song ${n}: the zither was blue. `.repeat(20)))
  // Several segments, which the instances would all write.
  sources.push(await addText('Another song: the zither was green. '.repeat(4_000)))
  const count = () =>
    db
      .selectFrom('search_postings')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  t.equal((await search('zither')).coverage.complete, true)
  const whole = await count()
  await db.updateTable('search_documents').set({ index_version: 0 }).execute()
  const other = openPool(t, url)
  const unindexed = sources.map(({ sourceId, revision }) => ({ sourceId, revision }))
  await Promise.all([
    indexTexts(db, artistId, unindexed),
    indexTexts(other.db, artistId, unindexed),
    indexTexts(other.db, artistId, unindexed.toReversed()),
  ])
  await pollUntil(async () => (await search('zither')).coverage.complete)
  t.same(await count(), whole)

  const second = createCall(await openApp(t, config, { db: other.db }), token)
  const path = `/api/artist/${artistId}/knowledge/search?query=celesta`
  const ask = async () => (await second('owner', 'GET', path)).body.passages.length
  t.equal(await ask(), 0)
  await addText('A celesta at last.')
  t.equal(await ask(), 1)
})
