import t from 'tap'
import { readFoundPassages } from '#plugins/knowledge/searchArtistEvidence.ts'
import { listPostings } from '#src/evidence/search/queries.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import type { Loose } from '../support/test-context.ts'
import { createSearchContext } from './evidence.ts'

const reader = { kind: 'research_key' } as const

t.test('of frequent words a bounded number of postings is read, of rare words all', async (t) => {
  const { db, artistId, addText, found } = await createSearchContext(t)
  const refrain = 'La bell. '
  const rare = 'The zither bell was blue.'
  await addText(refrain.repeat(30_000))
  await addText(`${refrain.repeat(10_000)}${rare} ${refrain.repeat(10_000)}`)
  // Each search adds some postings to the index.
  for (let search = 0; search < 5; search += 1) await found('zither')
  const scope = { caller: reader, artistId, kind: undefined }
  const postings = await listPostings(db, scope, 'word', ['la', 'bell', 'zither'])
  const listPlaces = (word: string) =>
    postings.filter((posting) => posting.word === word).reduce((sum, { sentences }) => sum + sentences.length, 0)
  t.ok(listPlaces('la') + listPlaces('bell') < 50_000, `${listPlaces('la')} and ${listPlaces('bell')} places`)
  t.ok(listPlaces('bell') > 1_000)
  t.equal(listPlaces('zither'), 1)
  t.equal(postings.find(({ word }) => word === 'bell')?.total, 50_001, 'its total is known all the same')
  t.match((await found('zither bell'))[0], /zither/)
})

t.test(
  'a search uses no connection while it ranks, and a passage is read in the revision it was found in',
  async (t) => {
    const { db, artistId, addText } = await createSearchContext(t)
    const { sourceId } = await addText('The zither was blue.')
    const scope = { caller: reader, artistId, kind: undefined }
    const { passages } = await searchEvidence(db, scope, { query: 'zither', limit: 5, maxChars: 1_000 })
    t.match(passages, [{ sourceId, start: 0, end: 20 }])
    const read = () => readFoundPassages(db, reader as Loose, artistId, passages)
    t.match(await read(), [{ text: 'The zither was blue.' }])
    await addText('Another text of the same length.', { sourceId })
    t.same(await read(), [])
  },
)
