import { sql } from 'kysely'
import t from 'tap'
import { fuseRankings } from '#src/evidence/search/semantic/fuse.ts'
import { takeComparable } from '#src/evidence/search/semantic/search.ts'
import { paidStepsMax } from '#src/research/budget.ts'
import { replyWith, replyWithVectors } from '../providers/model-server.ts'
import { pluck } from '../support/pluck.ts'
import { changeSource } from '../support/sources.ts'
import type { Loose } from '../support/test-context.ts'
import { createSearchContext } from './evidence.ts'
import { createMeaningContext } from './meaning-context.ts'
import { embedByWordList, wordListDimensions } from './word-list-model.ts'

const boat = 'She left the island on a boat before dawn.'
const kitchen = 'The kettle was green, and the floor had been painted twice.'
const unavailable = 'The search by meaning did not answer; passages were found by their words alone.'

t.test('without a model no call is made, no job is queued and coverage is as it was', async (t) => {
  const { addText, search, db } = await createSearchContext(t)
  await addText(boat)
  const { coverage } = await search('vessel crossing')
  const keys = 'complete eligibleSources limitations readableSources searchedSources'
  t.equal(Object.keys(coverage).sort().join(' '), keys)
  t.same(await db.selectFrom('artist_research_jobs').select('id').execute(), [])
  t.same(await db.selectFrom('daily_spend').select('what').execute(), [])
})

t.test('what says the same in other words is found, with one call and the coverage of it', async (t) => {
  const { addText, embedAll, found, search, server } = await createMeaningContext(t)
  t.notOk('searchedByMeaning' in (await search('vessel')).coverage, 'there is nothing to search yet')
  await addText(boat)
  await addText(kitchen)
  await embedAll()
  const before = server.bodies.length
  t.notOk('searchedByMeaning' in (await search('?!')).coverage, 'a query without a word asks nothing')
  const { passages, coverage } = await search('vessel')
  t.match(passages, [{ text: boat }])
  t.equal(passages.length, 1)
  t.match(coverage, { searchedByMeaning: 2, complete: true, limitations: { length: 0 } })
  t.same(server.bodies.slice(before), [{ model: 'vectors-1', input: ['vessel'], encoding_format: 'float' }])
  t.same(await found('kettle'), [kitchen], 'and words are found as before')
})

t.test('where no word is found, one result has to be near in meaning, and none is far', async (t) => {
  // A text says the cosine of its vector and the query's.
  const embed = (text: string) => {
    const cosine = Number(/0\.\d+/.exec(text)?.[0] ?? 1)
    return [cosine, Math.sqrt(1 - cosine ** 2)]
  }
  const { addText, embedAll, found } = await createMeaningContext(t, replyWithVectors(embed))
  for (const text of ['It is 0.28.', 'It is 0.32.', 'It is 0.58.']) await addText(text)
  await embedAll()
  t.same(await found('zither'), [])
  await addText('It is 0.62.')
  await embedAll()
  t.same(await found('zither'), ['It is 0.62.', 'It is 0.58.', 'It is 0.32.'])
})

t.test('a text that has no vectors yet is prepared by a job that the search queues once', async (t) => {
  const { addText, embedAll, search, server, jobs } = await createMeaningContext(t)
  await addText(boat)
  const limitations = ['One text was not searched by meaning.']
  t.match((await search('boat')).coverage, { searchedByMeaning: 0, complete: false, limitations })
  await search('boat')
  t.match(await jobs(), [{ state: 'pending' }])
  t.equal(server.bodies.length, 0, 'there is nothing to compare a query with')
  await embedAll()
  t.match((await search('boat')).coverage, { searchedByMeaning: 1, complete: true })
  t.equal((await jobs()).length, 1)
})

t.test('a model that is away, slow or of other vectors leaves passages by words; coverage says so', async (t) => {
  const { addText, embedAll, search, server } = await createMeaningContext(t)
  await addText(boat)
  await embedAll()
  const without = async (query: string) => (await search(query)).coverage
  for (const reply of [replyWith(503, {}), replyWith(401, {}), replyWith(200, { word: 'ebb' })]) {
    server.reply = reply
    t.match(await search('boat'), { passages: [{ text: boat }], coverage: { limitations: [unavailable] } })
    t.match(await without('boat'), { searchedByMeaning: 0, complete: false })
  }
  server.reply = () => {}
  t.match(await without('boat'), { limitations: [unavailable] }, 'after the deadline of the query')
  server.reply = replyWithVectors((text) => [...embedByWordList(text), 1])
  const { passages, coverage } = await search('boat')
  t.match(passages, [{ text: boat }], 'vectors of another length are compared with none')
  t.match(coverage, { searchedByMeaning: 0, limitations: ['One text was not searched by meaning.'] })
})

t.test('vectors that are read in several pages are all compared', async (t) => {
  // So long that a page holds one batch of a source's windows.
  const rest = Array.from({ length: 8_000 - wordListDimensions }, () => 0)
  const reply = replyWithVectors((text) => [...embedByWordList(text), ...rest])
  const { addText, embedAll, search } = await createMeaningContext(t, reply)
  const long = kitchen.repeat(130)
  const ends = await Promise.all([addText(`${long} ${boat}`), addText(`${long} ${boat}`)])
  await embedAll()
  const { passages, coverage } = await search('vessel')
  t.equal(coverage.searchedByMeaning, 2)
  t.same(new Set(pluck(pluck(passages as Loose[], 'source'), 'sourceId')), new Set(pluck(ends, 'sourceId')))
})

t.test('the requests for queries have a budget of a day, after which no more is sent', async (t) => {
  const { addText, embedAll, search, server, db } = await createMeaningContext(t)
  await addText(boat)
  await embedAll()
  await search('boat')
  await db.updateTable('daily_spend').set({ taken: paidStepsMax.query }).where('what', '=', 'query').execute()
  const before = server.bodies.length
  t.match(await search('boat'), { passages: [{ text: boat }], coverage: { limitations: [unavailable] } })
  t.equal(server.bodies.length, before)
})

t.test('only what may be read is compared: no other artist, nothing private, rejected or replaced', async (t) => {
  const { addText, addSource, embedAll, search, db, otherArtistId } = await createMeaningContext(t)
  const hidden = await addText(`${boat} Hidden.`)
  const replaced = await addText(`${boat} Replaced.`)
  const open = await addText(boat)
  await embedAll()
  // The same vectors under another artist's name would come first.
  await sql`insert into search_vectors (artist_id, source_id, batch, vectors)
    select ${otherArtistId}, source_id, batch, vectors from search_vectors where source_id = ${hidden.sourceId}`.execute(
    db,
  )
  await changeSource(db, { is_private: true }, hidden.sourceId)
  await addSource(kitchen, { sourceId: replaced.sourceId })
  const { passages, coverage } = await search('vessel')
  t.same(pluck(pluck(passages as Loose[], 'source'), 'sourceId'), [open.sourceId])
  t.match(coverage, { readableSources: 2, searchedByMeaning: 1 })
})

t.test('one search compares whole texts, as many as have 50,000 windows together', (t) => {
  // The third has more windows than are left, and the fourth exactly as many.
  const documents = [4_000_000, 4_000_000, 4_000_000, 2_000_600, 1].map((totalChars, at) => ({
    sourceId: `vault:${at}`,
    revision: `${at}`,
    dimensions: 2,
    totalChars,
  }))
  t.same(pluck(takeComparable(documents), 'sourceId'), ['vault:0', 'vault:1', 'vault:3'])
  t.end()
})

const spot = (sourceId: string, score: number, coverage: number) => {
  return { sourceId, revision: sourceId, segment: 0, sentence: 0, score, coverage }
}
const near = spot('near in meaning', 1, 0)

function fuse(coverage: number): string[] {
  const lexical = [spot('best by words', 1, coverage), spot(near.sourceId, 0.9, 0.5)]
  const fused = fuseRankings(lexical, { anchors: [near], nearest: 1 })
  return fused.map(({ sourceId }) => sourceId)
}

t.test('the best by words stays first with every word of the query; what is near overtakes what lacks one', (t) => {
  t.same(fuse(1), ['best by words', near.sourceId])
  t.same(fuse(0.8), [near.sourceId, 'best by words'])
  t.end()
})
