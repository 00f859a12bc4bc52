import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { filterByWords } from '#src/clients/console/page/answers/filter.ts'
import { type AskedQuestion, joinHistory } from '#src/clients/console/page/answers/join-history.ts'
import { formatMarkdown, quoteExactly } from '#src/clients/console/page/answers/markdown.ts'
import { groupBySitting } from '#src/clients/console/page/answers/sittings.ts'
import { findWordMatches, splitWords } from '#src/clients/console/page/text/word-matches.ts'

const createQuestion = (id: string, overrides: Partial<AskedQuestion> = {}): AskedQuestion => ({
  id,
  revision: 'r',
  state: 'answered',
  sitting: 1,
  offeredAt: '2026-03-04T10:01:12.000Z',
  answerUpdatedAt: '2026-03-04T10:04:40.000Z',
  source: 'interview',
  references: [],
  question: `What of ${id}?`,
  answer: 'It was.',
  ...overrides,
})

/** Texts in which Markdown and line ends of each kind stand. */
const hostile = fc
  .array(
    fc.constantFrom('\n', '\r\n', '\r', '> ', '# ', '## Sitting 9', '*', '_', '```', '  ', 'bell', '🔔', '\\', '<b>'),
  )
  .map((all) => all.join(''))

/** What a file quotes: each block of lines that begin with "> ", without these and its last line end. */
const readQuotations = (markdown: string): string[] =>
  [...markdown.matchAll(/(?:^> [^\r\n]*(?:\r\n|\r|\n))+/gm)].map(([block]) =>
    block.replaceAll(/(^|\r\n|\r|\n)> /g, '$1').slice(0, -1),
  )

t.test('a text that goes on from page to page is whole again, and a question without an answer has none', async (t) => {
  const facts = { revision: 'r', kind: 'answer', questionKey: 'k', sitting: 2, source: 'interview' } as const
  const times = { offeredAt: null, answerUpdatedAt: null, correctionKind: null, references: [] }
  const field = (name: 'question' | 'answer', text: string | null) => ({
    field: name,
    text,
    start: 0,
    end: 0,
    totalChars: 0,
    complete: true,
  })
  const entry = (entryId: string, answerState: AskedQuestion['state'], fields: ReturnType<typeof field>[]) => ({
    ...facts,
    ...times,
    entryId,
    answerState,
    fields,
  })
  const joined = joinHistory([
    entry('b', 'skipped', [field('question', 'Why?'), field('answer', null)]),
    entry('a', 'answered', [field('question', 'Who rang it?'), field('answer', 'I did, ')]),
    entry('a', 'answered', [field('answer', 'twice.')]),
  ])
  t.same(
    joined.map(({ id, question, answer }) => [id, question, answer]),
    [
      ['b', 'Why?', null],
      ['a', 'Who rang it?', 'I did, twice.'],
    ],
  )
})

t.test(
  'sittings are listed from the newest, their questions from the first, and what was asked outside of any last',
  async (t) => {
    const listing = [
      createQuestion('e', { sitting: 3, state: 'offered', answer: null }),
      createQuestion('d', { sitting: 1, state: 'skipped', answer: null }),
    ]
    const groups = groupBySitting(
      [
        ...listing,
        createQuestion('c'),
        createQuestion('b', { offeredAt: '2025-01-01T00:00:00.000Z' }),
        createQuestion('a', { sitting: null }),
      ],
      { sitting: 4, state: 'active', createdAt: '2026-05-05T00:00:00.000Z' },
    )
    t.same(
      groups.map(({ sitting, state, startedAt, summary }) => [sitting, state, startedAt, summary]),
      [
        [4, 'active', '2026-05-05T00:00:00.000Z', 'no question'],
        [3, 'finished', '2026-03-04T10:01:12.000Z', '1 open'],
        [2, 'finished', null, 'no question'],
        [1, 'finished', '2025-01-01T00:00:00.000Z', '2 answered, 1 skipped'],
        [null, null, '2026-03-04T10:01:12.000Z', '1 answered'],
      ],
    )
    t.same(
      groups[3]?.questions.map(({ id, number }) => [id, number]),
      [
        ['b', 1],
        ['c', 2],
        ['d', 3],
      ],
    )
  },
)

t.test('of answers with a far number that were imported, no sittings before are made up', async (t) => {
  const groups = groupBySitting(
    [createQuestion('b', { sitting: 2_147_483_647 }), createQuestion('a', { sitting: 2 })],
    null,
  )
  t.same(
    groups.map(({ sitting, summary }) => [sitting, summary]),
    [
      [2_147_483_647, '1 answered'],
      [2, '1 answered'],
      [1, 'no question'],
    ],
  )
})

t.test(
  'a search finds each word in the question or the answer, whatever its case and accents, and marks it',
  async (t) => {
    const groups = groupBySitting(
      [createQuestion('b', { answer: 'Björk’s harmonium.' }), createQuestion('a', { answer: 'A harmonium.' })],
      null,
    )
    const found = (query: string) =>
      filterByWords(groups, splitWords(query)).flatMap(({ questions }) => questions.map(({ id }) => id))
    t.same(found('HARMONIUM'), ['a', 'b'])
    t.same(found('bjork  of'), ['b'])
    t.same(found('bjork organ'), [])
    t.same(found(' '), ['a', 'b'])
    const text = 'The BJÖRK, bjo\u0308rk and Björ.'
    t.same(
      findWordMatches(text, ['bjork', 'ork']).map(({ start, end }) => text.slice(start, end)),
      ['BJÖRK', 'bjo\u0308rk'],
    )
    t.same(findWordMatches('한국', ['ㅎ', '하']).length, 1, 'a part of a character marks the character')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (text, query) => {
        const matches = findWordMatches(text, splitWords(query))
        return matches.every(
          ({ start, end }, at) => start < end && end <= text.length && start >= (matches[at - 1]?.end ?? 0),
        )
      }),
    )
  },
)

t.test('what a Markdown file quotes is every question and answer, byte for byte', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile), { maxLength: 4 }), (texts) => {
      const questions = texts.map(([question, answer], at) => createQuestion(`${at}`, { question, answer }))
      const markdown = formatMarkdown('Mara Quill', groupBySitting(questions.toReversed(), null))
      return isDeepStrictEqual(readQuotations(markdown), texts.flat())
    }),
  )
  t.equal(quoteExactly('One.\r\n\r\n# Two\n'), '> One.\r\n> \r\n> # Two\n> ')
})

t.test('a Markdown file names each sitting, and what has no answer', async (t) => {
  const skipped = createQuestion('b', { state: 'skipped', answer: null })
  const open = createQuestion('c', { sitting: null, state: 'offered', answer: null, offeredAt: null })
  const markdown = formatMarkdown('Mara\nQuill', groupBySitting([skipped, createQuestion('a'), open], null))
  const [title, exactness, ...own] = markdown.split('\n').filter((line) => line !== '' && !line.startsWith('> '))
  t.equal(title, '# Mara Quill: questions and answers')
  t.match(exactness, 'exactly as it was saved')
  t.same(own, [
    '## Sitting 1',
    '2026-03-04 10:01 UTC, finished, 1 answered, 1 skipped',
    '### Question 1',
    'Answer, saved 2026-03-04 10:04 UTC:',
    '### Question 2',
    'Skipped, without an answer.',
    '## Outside of the sittings',
    '1 open',
    '### Question 1',
    'Not answered yet.',
  ])
})
