import fc from 'fast-check'
import t from 'tap'
import { parseQuery } from '#src/evidence/search/parse-query.ts'
import { rank } from '#src/evidence/search/rank.ts'
import {
  cutSegment,
  type SegmentStart,
  segmentCharsMax,
  sentenceCharsMax,
  splitLongSentences,
} from '#src/evidence/search/segments.ts'
import { runAtOnce, type TimeSliced } from '#src/text/time-slices.ts'
import { holds } from '../text/holds.ts'
import { createSearchContext } from './evidence.ts'

const pieces = fc.constantFrom(
  ...[
    'The organ sang. ',
    'no full stop here and on it goes ',
    '“Really?” she said. ',
    'No. 5 ',
    '_soft_ ',
    "d'Annunzio ",
  ],
  ...[
    '\r\n',
    '\n\n',
    ' ',
    ' \u00a0 ',
    '- ',
    '…',
    'é',
    'e\u0301',
    '漢字の歌。',
    '🔔',
    '👩‍🎤',
    'x'.repeat(400),
    '🎻'.repeat(200),
  ],
)
const someText = fc.array(pieces, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(''))

t.test('sentences are in order, disjoint, trimmed, within their length, and split no surrogate pair', (t) => {
  holds(
    t,
    fc.property(someText, (text) => {
      let last = 0
      for (const { start, end } of runAtOnce(splitLongSentences(text))) {
        const sentence = text.slice(start, end)
        if (start < last || end <= start || end - start > sentenceCharsMax) return false
        if (sentence.trim() !== sentence || !sentence.isWellFormed()) return false
        last = end
      }
      return true
    }),
    300,
  )
  t.end()
})

t.test('without a full stop a text is cut after a clause or a word of the second half, else at the bound', (t) => {
  const cut = (text: string) => runAtOnce(splitLongSentences(text)).map(({ start, end }) => end - start)
  const twoWords = (chars: number) => cut(`${'x'.repeat(200)} ${'y'.repeat(chars - 201)}`)
  t.same([twoWords(320), twoWords(321)], [[320], [200, 120]])
  const clauses = (at: number) => cut(`${'x'.repeat(at)}, ${'y'.repeat(200)}`)
  t.same([...clauses(158), ...clauses(159)], [320, 40, 160, 200])
  const segment = cutSegment(`${'x'.repeat(16_384)} ${'y'.repeat(20_000)}`, { number: 0, start: 0, firstSentence: 0 })
  t.equal(runAtOnce(segment).next.start, 32_768)
  t.end()
})

t.test('neither is a segment made in one step nor a search ranked, of six hundred sentences', (t) => {
  const countSteps = (work: TimeSliced<unknown>) => {
    let steps = 0
    while (work.next().done !== true) steps += 1
    return steps
  }
  t.ok(countSteps(cutSegment('Ring the bell. '.repeat(1_000), { number: 0, start: 0, firstSentence: 0 })) >= 3_000)
  const query = parseQuery('bell', '')
  const postings = Array.from({ length: 300 }, (_, n) => {
    const sentences = [3 * n, 3 * n + 1, 3 * n + 2].join()
    return { source_id: 's', revision: 'r', segment: 0, stem: 'bell', word: 'bell', sentences, total: 900 }
  })
  t.ok(countSteps(rank(query, postings, 1_000)) >= 1_400)
  t.equal(runAtOnce(rank(query, postings, 1_000)).length, 600)
  const score = (sentences: number) => runAtOnce(rank(query, postings.slice(0, 1), sentences))[0]?.score
  t.equal(score(1), score(200), 'a few sentences count as two hundred')
  t.not(score(200), score(201))
  t.end()
})

t.test('every word of a text is in exactly one segment, in the sentence that holds it', (t) => {
  const text = `${'Ünder the 🔔 tower, she\r\nsang and sang again. '.repeat(2500)}The end.`
  let place: SegmentStart = { number: 0, start: 0, firstSentence: 0 }
  let words = 0
  while (place.start < text.length) {
    const segment = runAtOnce(cutSegment(text.slice(place.start, place.start + segmentCharsMax), place))
    t.ok(text.slice(place.start, segment.next.start).isWellFormed())
    for (const { word, sentences } of segment.entries) {
      words += sentences.length
      for (const sentence of new Set(sentences)) {
        const { start, end } = segment.sentences[sentence - segment.firstSentence] ?? { start: 0, end: 0 }
        if (!text.slice(start, end).toLowerCase().replaceAll('ü', 'u').includes(word)) t.fail(`${word} in ${sentence}`)
      }
    }
    place = segment.next
  }
  t.equal(words, 2500 * 9 + 2, 'the bell is a word too')
  t.ok(place.number > 2, 'several segments were made')
  t.end()
})

t.test('windows are exact in texts of astral characters, of CRLF and of no punctuation at all', async (t) => {
  const { addText, found } = await createSearchContext(t)
  await addText(`${'🎹🎻🪕 '.repeat(400)}the zither 🪈🪈 began.${' 🎹🎻'.repeat(400)}`)
  await addText('One line.\r\n\r\nThe harmonium\r\nstood there.\r\nAnother line.\r\n'.repeat(3))
  const [before, after] = ['and then we went on and on ', 'and we played until it was late ']
  await addText(`${before.repeat(100)} to the celesta ${after.repeat(100)}`)
  t.match((await found('zither'))[0], /the zither 🪈🪈 began/)
  t.match((await found('harmonium'))[0], /harmonium\r\nstood/)
  const [celesta = ''] = await found('celesta')
  t.match(celesta, /celesta/)
  t.ok(celesta.length <= 1_000, 'not the whole transcript')
})
