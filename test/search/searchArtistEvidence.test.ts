import t from 'tap'
import { pluck } from '../support/pluck.ts'
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
  const counts = { eligibleSources: 2, readableSources: 2, searchedSources: 2 }
  t.same(body.coverage, { ...counts, complete: true, limitations: [] })
  t.match(body, { returnedChars: organ.length, truncated: false })
})

t.test('an empty result is a success that says how much was searched', async (t) => {
  const { addText, search } = await createSearchContext(t)
  const nothing = { passages: { length: 0 }, coverage: { eligibleSources: 0, searchedSources: 0, complete: true } }
  t.match(await search('pump organ'), nothing)
  await addText(organ)
  const silent = { passages: { length: 0 }, returnedChars: 0, truncated: false }
  for (const query of ['Stockholm', 'zither lessons', '🔔', '12345', '𐐷𐐷𐐷𐐷𐐷𐐷𐐷', 'zy\u{10ffff}zyzzyx', "''''"])
    t.match(await search(query), { ...silent, coverage: { searchedSources: 1, complete: true } }, query)
})

t.test('a source without text is counted and listed as omitted', async (t) => {
  const { db, artistId, addText, search } = await createSearchContext(t)
  await addText(organ)
  await addPage({ db, artistId }, null)
  const { passages, coverage } = await search('organ')
  t.equal(passages.length, 1)
  t.match(coverage, { eligibleSources: 2, readableSources: 1, searchedSources: 1 })
  t.match(coverage, { complete: false, limitations: { length: 1 } })
})

t.test('a kind limits the search and its coverage', async (t) => {
  const { addText, search } = await createSearchContext(t)
  await addText(organ)
  await addText('Filming the pump organ today #organ', { kind: 'social_caption' })
  const body = await search('pump organ', { kind: 'social_caption' })
  t.same(pluck(pluck(body.passages as Loose[], 'source'), 'kind'), ['social_caption'])
  t.match(body.coverage, { eligibleSources: 1, searchedSources: 1 })
  const spoken = await search('pump organ', { kind: 'reel_transcript' })
  t.match(spoken, { passages: { length: 0 }, coverage: { eligibleSources: 0 } })
})

t.test('limit and maxChars are respected, windows do not overlap, and omitted results are reported', async (t) => {
  const { addText, search } = await createSearchContext(t)
  const sentence = (n: number) => `On day ${n} the organ was tuned again, which took the whole of that long morning.`
  await addText(Array.from({ length: 120 }, (_, n) => sentence(n)).join(' '))
  const three = await search('organ', { limit: 3, maxChars: 6_000 })
  t.match(three, { passages: { length: 3 }, truncated: false })
  const { passages, returnedChars, truncated } = await search('organ', { limit: 5, maxChars: 1_000 })
  t.same([passages.length, truncated], [2, true], 'five windows do not go into 1,000 characters')
  t.equal(returnedChars, pluck(passages as Loose[], 'text').join('').length)
  const [first, second] = passages.toSorted((one: Loose, other: Loose) => one.start - other.start)
  t.ok(second.start >= first.end && returnedChars <= 1_000)
})

t.test('short lines that repeat a word leave the other texts their place', async (t) => {
  const { addText, search } = await createSearchContext(t)
  await addText('Ring the bell again.\n'.repeat(150))
  const { sourceId } = await addText('A bell stands in the other town.')
  const { passages } = await search('bell', { limit: 10, maxChars: 12_000 })
  t.ok(passages.some(({ source }: Loose) => source.sourceId === sourceId))
})
