import t from 'tap'
import { buildNameMatcher } from '#src/research/artist-name.ts'
import { findParagraph, growPassage, mergeSpans, type ParagraphChoice } from '#src/research/lore/passages.ts'
import { listParagraphs } from '#src/text/paragraphs.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

const names = buildNameMatcher('Mara Quill')
const find = (text: string, kind: ParagraphChoice) => {
  const found = runAtOnce(findParagraph({ start: 7, text }, runAtOnce(listParagraphs(text)), names, kind))
  return found === null ? null : text.slice(found.start - 7, found.end - 7)
}

/** A sentence of so many characters. */
const fill = (chars: number) => `The boats hummed ${'o'.repeat(chars - 18)}.`

t.test('a paragraph in a visitor’s voice does not speak for an artist whom the next one names', (t) => {
  const [visit, portrait] = [
    'I was late, and she had already poured the tea. I asked Mara Quill how she tunes the organ of the chapel.',
    'Mara Quill tunes the organ by ear, and has never owned a fork. Her father tuned it in the same way.',
  ]
  t.equal(find(`${visit}\n\n${portrait}`, 'named'), portrait)
  const turn = '[0:12] MARA QUILL: I tune it by ear, and I have never owned a fork in all my life.'
  t.equal(find(`[0:04] HOST: I asked Mara Quill how she tunes the organ of the chapel.\n\n${turn}`, 'named'), turn)
  const question = `HOST: ${'H'.padEnd(900 - turn.length - 9, 'o')}?`
  t.equal(find(`${question}\n\n${turn}`, 'named'), `${question}\n\n${turn}`, 'what is asked stands with its answer')
  t.equal(find(`X${question}\n\n${turn}`, 'named'), turn, 'where there is room for both')
  t.equal(find(`Was it raining?\n\n${portrait}`, 'named'), portrait, 'an answer names its speaker')
  t.end()
})

t.test('a heading in a script without a full stop is not prose, whatever it quotes', (t) => {
  const heading =
    '「夜の港」を作ったマーラ・クイルに聞く、父のこと、船のこと、そして冬の海辺の礼拝堂でオルガンを覚えた長い年月のことについての特集記事'
  const prose =
    'マーラ・クイルは港の礼拝堂でオルガンを覚えた。父は調律師で、冬のあいだは毎晩そこで弾いていた。最初の録音もその礼拝堂で行われ、二年後に発表された。'
  const text = `${heading}\n\n${prose}`
  t.equal(find(text, 'prose'), prose)
  t.end()
})

t.test('a paragraph is printed from 60 characters on, a line without a stop from 80 on, both up to 900', (t) => {
  const [short, long] = [fill(80).slice(0, -1), fill(81).slice(0, -1)]
  t.equal(find(`${fill(59)}\n\n${fill(60)}`, 'prose'), fill(60))
  t.equal(find(`${short}\n\n${long}`, 'prose'), long)
  t.equal(find(`${fill(450)} ${fill(449)}`, 'prose'), `${fill(450)} ${fill(449)}`)
  t.equal(find(`${fill(450)} ${fill(450)}`, 'prose'), fill(450))
  t.equal(find(`${fill(901)}\n\n${fill(60)}`, 'prose'), fill(60))
  t.end()
})

t.test('a passage begins where it is said who speaks, or of what, and ends where its story does', (t) => {
  const grow = (text: string, quote: string) => {
    const start = text.indexOf(quote)
    const cited = { start: start + 7, end: start + 7 + quote.length }
    const grown = runAtOnce(growPassage({ start: 7, text }, cited, names))
    return text.slice(grown.start - 7, grown.end - 7)
  }
  const talk = '"I keep every tape in the drawer, and the drawer below the bread. It is dry there, and nobody looks."'
  const [lead, colon] = ['Mme. Szumowska was his pupil for years.', 'Asked about the tapes, she said:']
  const aside = 'Apropos of this, she laughed.'
  const long = 'The tide came in, and the boats hummed to it. '.repeat(16).trim()
  const announced = `${fill(650).slice(0, -1)}:\n\n${fill(300)}`
  const label = `Jo Hart: ${long} We sold the boat. ${long}`
  for (const [text, quote, whole] of [
    [`It rained. ${lead}\n\n${talk}`, 'below the bread', `It rained. ${lead}\n\n${talk}`],
    [`${long} ${long} ${lead}\n\n${talk}`, 'below the bread', talk],
    [`It rained. ${colon}\n\n${talk}`, 'below the bread', `${colon}\n\n${talk}`],
    [`I met Jo Hart in Hull.\n\n${talk}`, 'below the bread', talk],
    [`THE DRAWER\n\n${talk}`, 'below the bread', talk],
    ['THE DRAWER\n\nAnother is below the bread.', 'below the bread', 'Another is below the bread.'],
    [`Her fork fell.\n\n${aside}`, 'she laughed', `Her fork fell.\n\n${aside}`],
    [`${fill(200)} ${fill(1_140)} ${aside}`, 'she laughed', `${fill(1_140)} ${aside}`],
    [`${fill(200)} ${fill(1_141)} ${aside}`, 'she laughed', aside],
    [
      `${long.slice(0, 505)}\n\nSo the boat was sold. It sank.`,
      'boats hummed',
      `${long.slice(0, 505)}\n\nSo the boat was sold. It sank.`,
    ],
    [`${fill(449)}\n\n${fill(449)}`, 'boats hummed', `${fill(449)}\n\n${fill(449)}`],
    [`${fill(449)}\n\n${fill(450)}`, 'boats hummed', fill(449)],
    [`${fill(450)}\n\n${fill(448)}`, 'boats hummed', fill(450)],
    [`It rained. ${lead}\n\n${fill(460)}`, 'boats hummed', fill(460)],
    [`"It rained," said Jo Hart.\n\n${talk}`, 'below the bread', talk],
    [`Jo Hart: Did it rain?\n\n${fill(460)}`, 'boats hummed', `Jo Hart: Did it rain?\n\n${fill(460)}`],
    [`Jo Hart: It rained.\n\n${fill(460)}`, 'boats hummed', fill(460)],
    [`${announced} ${fill(347)}`, 'boats hummed', `${announced} ${fill(347)}`],
    [`${announced} ${fill(348)}`, 'boats hummed', announced],
    [`${fill(700)} ${fill(700)}`, ' The boats', ` ${fill(700)}`],
    [`${fill(700)} ${fill(700)}`, 'o. ', `${fill(700)} `],
    [`${fill(500)}\n\n${fill(500)}`, '\n\nThe boats', `\n\n${fill(500)}`],
    [`${fill(500)}\n\n${fill(500)}`, 'o.\n\n', `${fill(500)}\n\n`],
    [`${fill(450)}\n\nThat is not true. It rained.`, 'boats hummed', `${fill(450)}\n\nThat is not true.`],
    [`${fill(650)} ${fill(649)}`, 'boats hummed', `${fill(650)} ${fill(649)}`],
    [`${fill(650)} ${fill(650)}`, 'boats hummed', fill(650)],
  ] as const)
    t.equal(grow(text, quote), whole, quote)
  t.match(grow(label, 'sold the boat'), /^Jo Hart: The tide/)
  const speech = `“${fill(500)}\n\n“She called. ${fill(80)}\n\n“He never turned.”`
  for (const said of [speech, speech.replaceAll(/[“”]/g, '"')])
    t.equal(grow(`${said}\n\nIt rained.`, 'boats hummed'), said, 'a quotation that is open goes on')
  const story = '‘I wrote a piece. Then I played it. It ends so,’ and Mara Quill played; ‘it is loud.’'
  for (const said of [story, story.replaceAll(/[‘’]/g, '"')])
    t.equal(grow(`Mara Quill sang.\n\nI came early. ${said}`, 'it is loud'), said, 'her "I" is not the visitor’s')
  const asked = '**I was never at sea. Were you afraid?**'
  t.equal(grow(`${fill(80)}\n\n${asked}\n\n${fill(90)}`, 'boats hummed'), fill(80), 'no question without its answer')
  for (const name of ['[00:00:12] MARA QUILL:', 'Mara Quill  0:12\n', 'MARA QUILL\n', '**Mara Quill:**']) {
    const turn = `${name} I sold the boat. I never saw it again.`
    t.equal(grow(`${turn}\n\nHost: ${asked}`, 'saw it again'), turn, 'her own words have her label')
  }
  // Ends in time only if no expression takes the square of a text's length.
  t.match(grow(`0:12${' '.repeat(200_000)}She sold the boat.`, 'sold the boat'), 'She sold the boat.')
  t.end()
})

t.test('a paragraph that the next sentence denies is not used, also where it is too long to be printed whole', (t) => {
  const [rumour, portrait] = [`Mara Quill burned the tapes. ${fill(100)}`, `Mara Quill sings in Hull. ${fill(100)}`]
  t.equal(find(`${rumour}\n\nThat is not true.\n\n${portrait}`, 'named'), portrait)
  const long = `Mara Quill burned the tapes. ${fill(860)} That is not true. ${fill(100)}`
  t.equal(find(`${long}\n\n${portrait}`, 'named'), portrait)
  t.end()
})

t.test('a text names the artist by the whole name, or by its last word where no other first name stands', (t) => {
  for (const text of ['We met mara quill in Hull.', 'It is Quill’s, not the quill.']) t.ok(names(text), text)
  for (const text of ['The quill of Aldous Quill is blunt.', 'The Mara of Hull.']) t.notOk(names(text), text)
  t.ok(buildNameMatcher('Sade')('It is sade, at last.'))
  t.ok(buildNameMatcher('森山直子')('昨日、森山直子は歌った。'))
  t.end()
})

t.test('two passages that touch are one, as long as a paragraph may be', (t) => {
  const merge = (...spans: [number, number][]) =>
    mergeSpans(spans.map(([start, end]) => ({ start, end, cited: [] }))).map(({ start, end }) => [start, end])
  t.same(merge([13, 1_300], [0, 10]), [[0, 1_300]])
  t.same(merge([0, 10], [14, 20]).length, 2, 'too far apart')
  t.same(merge([0, 10], [13, 1_301]).length, 2, 'too long together')
  t.same(merge([0, 1_000], [999, 2_000]), [[0, 2_000]], 'what shares text is one in any case')
  t.end()
})
