import t from 'tap'
import { joinHistory } from '#src/clients/console/page/answers/history.ts'
import { composeQuestion, findPassages } from '#src/clients/console/page/interview/suggestions.ts'
import { readPageText } from '#src/clients/console/page/lore/page-text.ts'
import { bounds, isWithinBounds } from '#src/clients/console/page/parts/bounds.ts'
import { parseAddresses, readTurn } from '#src/clients/console/page/setup/conversation.ts'
import { isEdited, splitText } from '#src/clients/console/page/text/ranges.ts'
import { followReference } from '../support/bundle.ts'

const article = { kind: 'vault' } as const
const quote = (text: string, ranges: readonly { start: number; end: number }[]) =>
  ranges.map(({ start, end }) => text.slice(start, end))

t.test('a passage to ask about stands by itself and names the artist', (t) => {
  const text = `RAIN STOPPED NOTHING
By our correspondent

Mara Quill had announced a set for solo organ. What came on to the stage was half of one, and a tarpaulin.

INTERVIEWER: What did Quill say to that, when you asked her about it on the fourth night of the festival week?

The festival went on for four more days, in a field that had been a lake for most of a wet and windy month of May.`
  t.same(quote(text, findPassages(article, text, 'Mara Quill', [])), [
    'Mara Quill had announced a set for solo organ. What came on to the stage was half of one, and a tarpaulin.',
  ])
  const at = text.indexOf('half of one')
  const others = findPassages(article, text, 'Mara Quill', [{ start: at, end: at + 4 }])
  t.same(quote(text, others), [text.slice(text.indexOf('The festival went on'))], 'one that a question cites is none')
  const post = { kind: 'social_caption' } as const
  const own =
    'Somebody has sent me a drawer of string, too short to use, and marked as such. Thank you, whoever you are.'
  t.same(quote(own, findPassages(post, own, 'Mara Quill', [])), [own], 'an own post need not name her')
  const japanese = `${'椎名林檎は冬の台所でオルガンを録音した。'.repeat(5)}`
  t.same(quote(japanese, findPassages(article, japanese, '椎名林檎', [])), [japanese], 'a script without capitals')
  t.end()
})

/** A whole sentence of some hundred units, of which four are longer than a passage. */
const tell = (who: string) =>
  `${who} played one low note after another on an organ that had not been tuned since the winter of the flood.`

/** One of so many units. */
const sing = (chars: number) => `${'Mara Quill sang and played '.padEnd(chars - 1, 'o')}.`
const plain = 'Mara Quill Band 2019 recorded underneath mountainsides throughout everlasting wintertimes.'

const passages: Record<string, { text: string; artist?: string; found: string[] }> = {
  'ends with a sentence': {
    text: [tell('Mara Quill'), ...Array(4).fill(tell('She'))].join(' '),
    found: [[tell('Mara Quill'), tell('She'), tell('She')].join(' ')],
  },
  'overlaps no other': {
    text: [tell('Mara Quill'), tell('Quill'), tell('Mara')].join(' '),
    found: [[tell('Mara Quill'), tell('Quill'), tell('Mara')].join(' ')],
  },
  'ends before another speaks': { text: `${tell('Mara Quill')} INTERVIEWER: What then?`, found: [tell('Mara Quill')] },
  'is no sentence that is too long': { text: sing(421), found: [] },
  'is the longest sentence': { text: sing(420), found: [sing(420)] },
  'is no sentence that is too short': { text: sing(89), found: [] },
  'is the shortest sentence': { text: sing(90), found: [sing(90)] },
  'grows to the length of the longest': { text: `${sing(200)} ${sing(219)}`, found: [`${sing(200)} ${sing(219)}`] },
  'has six plain words of ten': { text: plain, found: [plain] },
  'names her in another form': {
    text: `${tell('The band')}\n\n${tell('Quill’s brother')}`,
    found: [tell('Quill’s brother')],
  },
  'is named by no article': {
    text: `${tell('The band')}\n\n${tell('Ode')}`,
    artist: 'An Ode',
    found: [tell('Ode')],
  },
  'begins after a stop': { text: `and then the rain\n${tell('Mara Quill')}`, found: [] },
}

t.test('a passage to ask about', (t) => {
  for (const [name, { text, artist = 'Mara Quill', found }] of Object.entries(passages))
    t.same(quote(text, findPassages(article, text, artist, [])), found, name)
  t.end()
})

t.test('a line end of another kind is no edit', (t) => {
  t.equal(isEdited('a\rb\r\nc', 'a\nb\nc'), false)
  t.end()
})

t.test('the bounds of a text are those of the contract, and white space alone is within none', (t) => {
  t.equal(isWithinBounds(' '.repeat(12), bounds.QuestionText), false)
  for (const [name, { min, max }] of Object.entries(bounds)) {
    const { minLength = 1, maxLength } = followReference({ $ref: `#/components/schemas/${name}` })
    t.same([min, max], [minLength, maxLength], name)
    const isWithin = (length: number) => isWithinBounds('x'.repeat(length), { min, max })
    t.same([min - 1, min, max, max + 1].map(isWithin), [false, true, true, false], name)
  }
  t.end()
})

t.test('a question fits its source, and none comes again before all have been asked', (t) => {
  const asked: string[] = []
  for (let count = 0; count < 6; count += 1) asked.push(composeQuestion(article, asked))
  t.equal(new Set(asked).size, 6)
  for (const question of asked) t.ok(question.length >= 10 && question.length <= 500)
  t.match(composeQuestion({ kind: 'social_caption' }, asked), /write this/)
  t.end()
})

t.test('history: a text that was cut at the end of a page is whole again', (t) => {
  const field = { start: 0, end: 0, totalChars: 0, complete: true }
  const entry = {
    entryId: '1',
    revision: 'r',
    kind: 'answer' as const,
    questionKey: 'k',
    answerState: 'answered' as const,
    sitting: 1,
    offeredAt: null,
    answerUpdatedAt: null,
    source: 'interview' as const,
    correctionKind: null,
    references: [],
  }
  const joined = joinHistory([
    {
      ...entry,
      fields: [
        { ...field, field: 'question', text: 'Why?' },
        { ...field, field: 'answer', text: 'Because ' },
      ],
    },
    { ...entry, fields: [{ ...field, field: 'answer', text: 'of it.' }] },
    { ...entry, entryId: '2', questionKey: 'general', fields: [] },
  ])
  t.match(joined, [{ id: '1', question: 'Why?', answer: 'Because of it.' }])
  t.equal(joined.length, 1, 'what boundaries in general belong to was not asked')
  t.end()
})

t.test('a sentence of a page ends where a citation ends', (t) => {
  const text = 'Quill says: “I sang. I left.” She laughed.\n\nA second paragraph.'
  const start = text.indexOf('I sang')
  const [first = [], ...others] = splitText(text, [{ start, end: start + 15 }])
  t.equal(others.length, 1)
  t.same(
    first.map((span) => text.slice(span.start, span.end)),
    ['Quill says: “', 'I sang.', 'I left.', '” She laughed.'],
  )
  t.end()
})

t.test('a paragraph of a page is what its citations say, and the list at the end is no part of it', (t) => {
  const [opening, source, passage] = ['What was printed.', '“Low Water”, 2019 [1]', 'Quill sang. She left.']
  const [question, answer, list] = ['Question: Why?', 'Mara Quill: Because.', '[1] “Low Water”, 2019.']
  const text = [opening, source, passage, question, answer, 'Sources', list].join('\n\n')
  const cite = (kind: 'original' | 'answer', quote: string) => {
    const start = text.indexOf(quote)
    const window = { revision: 'r', start: 0, end: quote.length, quote }
    const reference =
      kind === 'original' ? ({ kind, sourceId: 's', ...window } as const) : ({ kind, entryId: 'e', ...window } as const)
    return { start, end: start + quote.length, reference }
  }
  const citations = [cite('original', passage), cite('answer', 'Because.')]
  const page = readPageText({ text, citations })
  t.same(
    page.paragraphs.map((spans, at) => [spans.map((span) => span.text).join(''), page.kinds[at]]),
    [
      [opening, 'joining'],
      [source, 'joining'],
      [passage, 'original'],
      [question, 'question'],
      [answer, 'answer'],
    ],
  )
  const own = readPageText({ text: `${opening}\n\nI say:\n\n[1] is not all.`, citations: [] })
  t.equal(own.paragraphs.length, 3, 'a paragraph that only begins like a list is text')
  t.end()
})

t.test('addresses: a host without a scheme gets one, and what is none is named', (t) => {
  const { urls, wrong } = parseAddresses(
    ' maraquill.com \nhttp://a.example/b\nhttps://maraquill.com\nnot one\nme@x.example\nhttps://\nhttps://a.example:99999',
  )
  t.same(urls, ['https://maraquill.com', 'http://a.example/b'])
  t.same(wrong, ['not one', 'me@x.example', 'https://', 'https://a.example:99999'])
  const isReady = (count: number) =>
    parseAddresses(Array.from({ length: count }, (_, at) => `a.example/${at}`).join('\n')).isReady
  t.same([isReady(0), isReady(100), isReady(101), parseAddresses('not one').isReady], [true, true, false, false])
  t.end()
})

t.test('the set-up: progress of one work never runs backwards', (t) => {
  const at = (done: number, total: number) => ({ kind: 'progress', message: 'Reading', done, total }) as const
  t.match(readTurn([at(3, 4), at(2, 8)]).progress, { done: 3, total: 8 })
  t.end()
})
