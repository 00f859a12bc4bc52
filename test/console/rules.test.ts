import fc from 'fast-check'
import t from 'tap'
import { classifyPassage, composeQuestion } from '#src/clients/console/page/interview/ask.ts'
import { joinHistory } from '#src/clients/console/page/interview/history.ts'
import { findPassages } from '#src/clients/console/page/interview/passages.ts'
import { applyEvent, newTurn, parseAddresses } from '#src/clients/console/page/setup/conversation.ts'
import { describeJob } from '#src/clients/console/page/sources/jobs.ts'
import { normalizeRange, splitSentenceRanges } from '#src/clients/console/page/text/ranges.ts'
import { splitText } from '#src/clients/console/page/text/split.ts'
import { findWordChanges } from '#src/clients/console/page/text/word-changes.ts'

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
  t.same(findPassages(article, text, 'Mara Quill', [{ start: at, end: at + 4 }]), [], 'none that a question cites')
  const post = { kind: 'social_caption' } as const
  const own =
    'Somebody has sent me a drawer of string, too short to use, and marked as such. Thank you, whoever you are.'
  t.same(quote(own, findPassages(post, own, 'Mara Quill', [])), [own], 'an own post need not name her')
  t.end()
})

t.test('a question fits its passage, and none is asked twice', (t) => {
  t.equal(classifyPassage(article, 'Quill recorded the album in one winter.'), 'work')
  t.equal(classifyPassage(article, 'Quill said: “I played in other people’s bands for years.”'), 'speech')
  t.equal(classifyPassage(article, 'Quill drove a van for the festival.'), 'account')
  const asked: string[] = []
  for (let count = 0; count < 6; count += 1) asked.push(composeQuestion('work', asked))
  t.equal(new Set(asked).size, 6)
  for (const question of asked) t.ok(question.length >= 10 && question.length <= 500)
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

t.test('the pieces of a text are the whole text, but for the empty lines between paragraphs', (t) => {
  const paragraph = fc.stringMatching(/^[A-Z][a-z .!?“”]{3,60}$/)
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 4 }), fc.nat(100), (paragraphs, offset) => {
      const text = paragraphs.map((one) => one.trim()).join('\n\n')
      const spans = splitText(text, offset).flat()
      for (const { start, end, text: piece } of spans) t.equal(piece, text.slice(start - offset, end - offset))
      t.equal(spans.map((span) => span.text).join(''), text.replaceAll(/\s*\n\n/g, ''))
    }),
    { numRuns: 50 },
  )
  t.end()
})

t.test('a sentence of a page ends where a citation ends', (t) => {
  const text = 'Quill says: “I sang. I left.” She laughed.\n\nA second paragraph.'
  const start = text.indexOf('I sang')
  const spans = splitText(text, 0, { cited: [{ start, end: start + 15 }] })
  t.equal(spans.length, 2)
  t.same(
    spans[0]?.filter(({ isChoosable }) => isChoosable).map((span) => [span.text, span.mark]),
    [
      ['Quill says: “', undefined],
      ['I sang.', 'cited'],
      ['I left.', 'cited'],
      ['” She laughed.', undefined],
    ],
  )
  t.end()
})

t.test('a window never cuts a surrogate pair, and sentences end at empty lines', (t) => {
  t.same(normalizeRange('a 😀 b', { start: 0, end: 3 }), { start: 0, end: 4 })
  const text = 'A TITLE\n\nOne sentence. Another'
  t.same(quote(text, splitSentenceRanges(text)), ['A TITLE', 'One sentence.', 'Another'])
  t.end()
})

t.test('addresses: a host without a scheme gets one, and what is none is named', (t) => {
  const { urls, wrong } = parseAddresses(
    ' maraquill.com \nhttp://a.example/b\nmaraquill.com\nnot one\nme@x.example\nhttps://',
  )
  t.same(urls, ['https://maraquill.com', 'http://a.example/b'])
  t.same(wrong, ['not one', 'me@x.example', 'https://'])
  t.end()
})

t.test('the set-up: progress of one work never runs backwards, and a resumed turn begins again', (t) => {
  const at = (done: number, total: number) => ({ kind: 'progress', message: 'Reading', done, total }) as const
  const progressed = [at(3, 4), at(2, 8)].reduce(applyEvent, newTurn)
  t.match(progressed.progress, { done: 3, total: 8 })
  t.same(applyEvent(progressed, { kind: 'resumed' }), newTurn)
  t.end()
})

t.test('a job says what it does in words, and why it pauses', (t) => {
  const job = { jobId: 'j', kind: 'source_search', cursor: 0, total: null, updatedAt: null } as const
  const idle = { ...job, errorCategory: null, nextRunAt: null }
  t.equal(describeJob({ ...idle, status: 'pending' }, 0), 'Starts in a moment')
  t.equal(describeJob({ ...idle, status: 'waiting' }, 0), 'Another website is at work; we look again soon')
  const failed = { ...idle, errorCategory: 'timed_out', status: 'failed' } as const
  t.equal(describeJob(failed, 0), 'Stopped, because it took too long')
  t.end()
})

t.test('the words that changed are shown, and both wordings can be read from them', (t) => {
  fc.assert(
    fc.property(fc.lorem(), fc.lorem(), (before, after) => {
      const changes = findWordChanges(before, after)
      const join = (left: string) =>
        changes
          .filter(({ state }) => state !== left)
          .map(({ text }) => text)
          .join('')
      t.same([join('added'), join('removed')], [before, after])
    }),
    { numRuns: 30 },
  )
  t.end()
})
