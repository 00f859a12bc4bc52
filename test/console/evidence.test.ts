import t from 'tap'
import { citePassage } from '#src/clients/console/page/evidence/cite-passage.ts'
import { nameSource } from '#src/clients/console/page/evidence/source-name.ts'
import { findStartingPoints } from '#src/clients/console/page/evidence/starting-points.ts'
import { findTellingSentence } from '#src/clients/console/page/evidence/telling-sentence.ts'
import { findQueryMatches } from '#src/clients/console/page/text/query-matches.ts'

const marked = (text: string, query: string) =>
  findQueryMatches(text, query).map(({ start, end }) => text.slice(start, end))

t.test('the words of a search are marked in what it finds, whatever their case, accents and inflection', async (t) => {
  t.same(marked('The BELLS of the café were recorded twice.', 'bell cafe recording'), ['BELLS', 'café', 'recorded'])
  t.same(marked('Stories in the making', 'story make'), ['Stories', 'making'])
  t.same(marked('In the inks of an island', 'in is'), ['In'], 'a short word is no beginning of another')
  t.same(marked('Nothing of it', ''), [])
})

const revision = 'a'.repeat(64)
const source = {
  sourceId: 'vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06',
  revision,
  kind: 'vault' as const,
  title: 'A review',
  url: null,
  description: 'Low Water. She sang every song in one take, late in the winter of 2021. The rest is',
  descriptionTruncated: true,
}

t.test('a passage that was found is cited without the white space at its ends', async (t) => {
  const passage = { source, revision, start: 40, text: '\n She kept the tape 😀. ' }
  t.same(citePassage(passage), {
    kind: 'original',
    sourceId: source.sourceId,
    revision,
    start: 42,
    end: 63,
    quote: 'She kept the tape 😀.',
  })
  t.equal(citePassage({ ...passage, text: ' Too few ' }), undefined, 'a quote has 8 characters at least')
  t.ok(citePassage({ ...passage, text: 'a'.repeat(1600) }))
  t.equal(citePassage({ ...passage, text: 'a'.repeat(1601) }), undefined)
})

t.test('a question could begin with a telling sentence of each source that no question cites', async (t) => {
  const [point] = findStartingPoints([source], [], 1, 'Mara Quill')
  t.match(point?.reference, { start: 11, quote: 'She sang every song in one take, late in the winter of 2021.' })
  const cited = point === undefined ? [] : [{ ...point.reference, start: 0, end: 9, quote: 'Low Water' }]
  t.same(findStartingPoints([source], cited, 1, 'Mara Quill'), [])
  t.same(findStartingPoints([{ ...source, description: null }], [], 1, 'Mara Quill'), [], 'no text is stored')
  const cut = { ...source, description: 'She sang every song in one take, late in the winter.' }
  t.same(findStartingPoints([cut], [], 1, 'Mara Quill'), [], 'a sentence that may be cut off is no quote')
  t.equal(findStartingPoints([{ ...cut, descriptionTruncated: false }], [], 1, 'Mara Quill').length, 1)
  const many = ['a', 'b', 'c', 'd', 'e'].map((sourceId) => ({ ...source, sourceId }))
  const proposed = (sitting: number) =>
    findStartingPoints(many, [], sitting, 'Mara Quill').map((one) => one.source.sourceId)
  t.same(
    [proposed(1), proposed(2)],
    [
      ['a', 'b', 'c'],
      ['d', 'e', 'a'],
    ],
  )
})

t.test('a question begins with a sentence about the artist, and with no heading, date line or list', async (t) => {
  const tellingIn = (text: string, isOwn = false) => {
    const range = findTellingSentence(text, 'Mara Quill', isOwn)
    return range && text.slice(range.start, range.end)
  }
  const head =
    'THE NIGHT FERRY, programme 41\nBroadcast on Skerry Coast Radio, 14 November 2019. Transcript made by the station.\n\n'
  t.equal(
    tellingIn(`${head}QUILL: It is a guitar record. I was young and I thought a song was something to carry.`),
    'I was young and I thought a song was something to carry.',
  )
  t.equal(tellingIn(head), undefined)
  t.equal(
    tellingIn(
      'ROPE AND LANTERN (2013, own pressing)\nTen songs of hers for voice and one guitar. Quill numbered the copies and gave one away.',
    ),
    'Quill numbered the copies and gave one away.',
  )
  const byline = 'Mara Quill, from the Brack Records newsletter, January to May 2026\n\n'
  const organ = 'The organ belonged to her grandmother, who played it on Sundays.'
  const kitchen = 'There is no table in the kitchen in which Mara Quill’s organ stands.'
  t.equal(tellingIn(`${byline}${organ} It rained.`), organ)
  t.equal(tellingIn(`${byline}${organ} ${kitchen}`), kitchen, 'the one that names the artist comes first')
  t.equal(
    tellingIn('The light was lit for the first time in the autumn of that year.'),
    undefined,
    'not about the artist',
  )
  t.equal(
    tellingIn('The light on the quill pens was\nlow, and she wrote as long as there was any.'),
    undefined,
    'the rest of a line is no sentence',
  )
  const presenter = 'PRESENTER: The woman across from me has brought her own mug.'
  const quill = 'QUILL: That is because yours are all of the kind that drips.'
  t.equal(tellingIn(`${presenter}\n\n${quill}`), quill, 'what another says is not about the artist by its pronouns')
  const spoken = `this is a harmonium, and ${'it goes on and on and '.repeat(14)}then it ends.`
  t.equal(tellingIn(spoken, true), undefined, 'a whole speech without capitals is no sentence')
  const post = 'Take four, and the kettle made it onto the record.'
  t.same([tellingIn(post), tellingIn(post, true)], [undefined, post], 'in the artist’s own post each is')
})

t.test('a text without a title is called by its own beginning', async (t) => {
  t.equal(nameSource(source), 'A review')
  const post = {
    kind: 'social_caption' as const,
    title: null,
    description: 'Take  one.\nTake two.',
    url: 'https://a.example/p',
  }
  t.equal(nameSource(post), 'A post: Take one. Take two.')
  t.equal(nameSource({ ...post, description: '😀'.repeat(71) }), `A post: ${'😀'.repeat(70)}…`)
  t.equal(nameSource({ ...post, description: null }), 'https://a.example/p')
  t.equal(nameSource({ ...post, kind: 'reel_transcript', description: ' ', url: null }), 'A video without a title')
})
