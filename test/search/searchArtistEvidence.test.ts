import t from 'tap'
import { addPage } from '../support/sources.ts'
import type { Loose } from '../support/test-context.ts'
import { createSearchContext } from './evidence.ts'

const organ = 'I wrote the whole record on a pump organ. Nothing else in the house could hold a note.'

t.test('a result has its window, source, revision and offsets; the coverage says what was searched', async (t) => {
  const { addText, search } = await createSearchContext(t)
  const { sourceId, revision } = await addText(organ, { title: 'Harbour Weekly' })
  await addText('The ferry leaves at noon, and no one on it sings.')
  const body = await search('pump organ')
  t.equal(body.passages.length, 1)
  t.match(body.passages[0], { revision, start: 0, end: organ.length, text: organ, page: null })
  t.match(body.passages[0].source, { sourceId, revision, title: 'Harbour Weekly' })
  t.same(body.coverage, {
    eligibleSources: 2,
    readableSources: 2,
    searchedSources: 2,
    complete: true,
    limitations: [],
  })
  t.match(body, { returnedChars: organ.length, truncated: false })
})

t.test('an empty result is a success that says how much was searched', async (t) => {
  const { addText, search } = await createSearchContext(t)
  t.match(await search('pump organ'), {
    passages: [],
    coverage: { eligibleSources: 0, searchedSources: 0, complete: true },
  })
  await addText(organ)
  for (const query of ['Stockholm', 'zither lessons', '🔔', '12345', '𐐷𐐷𐐷𐐷𐐷𐐷𐐷', 'zy\u{10ffff}zyzzyx', "''''"]) {
    const body = await search(query)
    t.match(body, {
      passages: [],
      returnedChars: 0,
      truncated: false,
      coverage: { searchedSources: 1, complete: true },
    })
  }
})

t.test('a source without text is counted and listed as omitted', async (t) => {
  const { db, artistId, addText, search } = await createSearchContext(t)
  await addText(organ)
  await addPage({ db, artistId }, null)
  t.match(await search('organ'), {
    passages: { length: 1 },
    coverage: {
      eligibleSources: 2,
      readableSources: 1,
      searchedSources: 1,
      complete: false,
      limitations: { length: 1 },
    },
  })
})

t.test('a kind limits the search and its coverage', async (t) => {
  const { addText, search } = await createSearchContext(t)
  await addText(organ)
  await addText('Filming the pump organ today #organ', { kind: 'social_caption' })
  const body = await search('pump organ', { kind: 'social_caption' })
  t.same(
    body.passages.map(({ source }: Loose) => source.kind),
    ['social_caption'],
  )
  t.match(body.coverage, { eligibleSources: 1, searchedSources: 1 })
  t.match(await search('pump organ', { kind: 'reel_transcript' }), { passages: [], coverage: { eligibleSources: 0 } })
})

t.test('limit and maxChars are respected, windows do not overlap, and omitted results are reported', async (t) => {
  const { addText, search } = await createSearchContext(t)
  const sentence = (n: number) => `On day ${n} the organ was tuned again, which took the whole of that long morning.`
  await addText(Array.from({ length: 120 }, (_, n) => sentence(n)).join(' '))
  for (const [limit, maxChars] of [
    [1, 1000],
    [5, 1000],
    [3, 6000],
    [10, 12000],
    [10, 6000],
  ] as const) {
    const { passages, returnedChars, truncated } = await search('organ', { limit, maxChars })
    t.ok(passages.length <= limit && passages.length > 0, `${passages.length} of ${limit}`)
    t.equal(
      returnedChars,
      passages.reduce((sum: number, { text }: Loose) => sum + text.length, 0),
    )
    t.ok(returnedChars <= maxChars, `${returnedChars} of ${maxChars}`)
    t.equal(truncated, passages.length < limit, 'five windows do not go into 1,000 characters')
    const inOrder = passages.toSorted((one: Loose, other: Loose) => one.start - other.start)
    t.ok(inOrder.every(({ start }: Loose, at: number) => at === 0 || start >= inOrder[at - 1].end))
  }
})
