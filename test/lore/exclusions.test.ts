import t from 'tap'
import { correctionQuestionKey } from '#src/research/lore/compose.ts'
import { composeLore } from './compose-lore.ts'
import { buildAnswers, buildBoundary, buildLoreInput, buildPassages } from './lore-input.ts'

/** The quotations, without the forms around them. */
function composeQuoted(...parts: Parameters<typeof buildLoreInput>): string {
  const { text, citations } = composeLore(buildLoreInput(...parts))
  return citations.map(({ start, end }) => text.slice(start, end)).join(' ')
}

t.test('the answer to a bounded question is left out whole', async (t) => {
  const answers = buildAnswers('I recorded it in a boathouse near Trieste.', 'I learned the zither in Graz.')
  const bounded = { wording: 'I do not want to talk about that.', questionKey: 'q0', question: 'And then?' }
  t.equal(composeQuoted({ answers, boundaries: [bounded] }), 'I learned the zither in Graz.')
  const otherKey = { wording: 'My contract.', questionKey: 'old', question: 'WHAT about matter number 0? ' }
  t.equal(composeQuoted({ answers, boundaries: [otherKey] }), 'I learned the zither in Graz.', 'also under another key')
})

t.test("a sentence with a head word of a boundary's wording is left out, in any form and anywhere", async (t) => {
  const clear = 'Ilse Varga and I learned the zither from an old neighbour in Graz.'
  for (const sentence of [
    'My brother played the drums in Graz.',
    "I still use my BROTHER'S drums on stage.",
    'Both Bröthers play the drums in Graz.',
    'The _brothers_ of Graz are a drum band.',
  ]) {
    const boundaries = [buildBoundary('Please don’t ask about my brother.')]
    t.equal(composeQuoted({ answers: buildAnswers(`${sentence} ${clear}`), boundaries }), clear, sentence)
    const evidence = buildPassages(`Varga says: “${sentence} ${clear}”`)
    t.equal(composeQuoted({ passages: evidence, boundaries }), clear, `evidence: ${sentence}`)
  }
})

t.test('a boundary excludes sentences about its subject, and not those that merely share a word', async (t) => {
  for (const [wording, sentence, matches] of [
    ['Nothing about my family.', 'My mother mended nets in the harbour of Graz.', true],
    ['I do not talk about money.', 'I was paid nine hundred for the whole album in Graz.', true],
    ['my health, please', 'I spent the winter in a hospital in Graz.', true],
    ['Not the accident in Bergen.', 'I played the zither in Bergen for a whole winter.', false],
    ['Not the accident in Bergen.', 'After the accident I played no zither for a winter.', true],
    ['My brother’s death.', 'My brother taught me the zither in a kitchen in Graz.', false],
    ['My brother’s death.', 'I played the zither at the funeral in Graz.', true],
    ['My brother’s death.', 'I lost all courage on the stairs of the concert hall in Graz.', false],
    ['My brother’s death.', 'In the spring we lost our eldest, who played the zither in Graz.', true],
    ['Do not mention Jonas Hale.', 'Jonas mixed the whole record in a kitchen in Graz.', true],
    ['The lawsuit with my old record label.', 'My record label has its office in a kitchen in Graz.', false],
    ['The lawsuit with my old record label.', 'They sued me for the record in a court in Graz.', true],
    ['the song about the lighthouse', 'I wrote a song in a kitchen in Graz last winter.', false],
  ] as const) {
    const left = composeQuoted({ answers: buildAnswers(sentence), boundaries: [buildBoundary(wording)] })
    t.equal(left === '', matches, `${wording} | ${sentence}`)
  }
})

t.test('a sentence that depends on an excluded one is excluded too', async (t) => {
  const answers = buildAnswers(
    'My brother played drums. He died in a crash near Bergen. After that I moved away. I play the zither in Graz.',
  )
  t.equal(composeQuoted({ answers, boundaries: [buildBoundary('my brother')] }), 'I play the zither in Graz.')
})

t.test('an answer whose question names a bounded subject, and a source whose title does, are left out', async (t) => {
  const [answer] = buildAnswers('Yes, in the same band for ten years.')
  if (answer === undefined) return t.fail()
  const answers = [{ ...answer, question: 'Did your brothers play as well?' }]
  const passages = buildPassages('Ilse Varga saw the drummer die in a crash.', { title: 'Remembering her brother' })
  t.equal(composeQuoted({ answers, passages, boundaries: [buildBoundary('my brother')] }), '')
  t.not(composeQuoted({ answers, passages }), '')
})

t.test('a wording without a subject means the subject of its question', async (t) => {
  const boundaries = [buildBoundary("I'd rather not talk about that.", 'What happened with the Bergen contract?')]
  t.equal(
    composeQuoted({ passages: buildPassages('Ilse Varga signed two contracts on one day in March.'), boundaries }),
    '',
  )
  t.not(composeQuoted({ passages: buildPassages('Ilse Varga sang two songs on one day in March.'), boundaries }), '')
})

t.test("the artist's own name in a boundary excludes nothing", async (t) => {
  const text = 'Ilse Varga plays the zither in Graz.'
  const boundaries = [buildBoundary('Nothing about Varga and prison.')]
  t.equal(composeQuoted({ passages: buildPassages(text), boundaries }), text)
})

t.test('a corrected claim is not repeated, in the same or in other words', async (t) => {
  const corrections = [
    { claim: 'Varga studied in Vienna with Jonas Hale.', correction: 'I studied in Graz with Jonas Hale.' },
  ]
  for (const repeated of [
    'Ilse Varga studied in Vienna with Jonas Hale.',
    'As a young woman Ilse Varga was studying in Vienna with the great Jonas Hale, of all people.',
    'The young Varga studied in Vienna.',
    'Ilse Varga was a pupil of Hale in Vienna for two winters.',
  ]) {
    t.equal(composeQuoted({ passages: buildPassages(repeated), corrections }), '', repeated)
  }
  const spread = 'Ilse Varga left for Vienna at nineteen. There she studied with Jonas Hale.'
  t.notMatch(composeQuoted({ passages: buildPassages(spread), corrections }), /There she/, 'nor over two sentences')
})

t.test('a corrected sentence that denies something is not repeated either', async (t) => {
  for (const claim of [
    'I give almost no lessons, for I have not time for them.',
    'When practising regularly, I do not generally work at the zither for more than four hours.',
    'I was never in Trieste before the storm.',
  ]) {
    const corrections = [{ claim, correction: null }]
    const said = { answers: buildAnswers(claim), passages: buildPassages(`Ilse Varga: ${claim}`) }
    t.not(composeQuoted(said), '', claim)
    t.equal(composeQuoted({ ...said, corrections }), '', claim)
  }
  const right = 'I was never in Trieste before the storm, but twice behind it.'
  const corrections = [{ claim: 'I was never in Trieste before the storm.', correction: right }]
  t.equal(composeQuoted({ answers: buildAnswers(right), corrections }), right, 'the corrected statement is')
})

t.test('a claim that is only revoked is recognised by most of its words, and in its parts', async (t) => {
  const claim = 'Varga studied in Vienna with Jonas Hale and moved to Paris in 1999.'
  const most = 'When she was young and poor, Varga studied in grey Vienna with a certain Jonas and moved to Paris.'
  t.equal(composeQuoted({ passages: buildPassages(most), corrections: [{ claim, correction: null }] }), '')
  t.equal(composeQuoted({ passages: buildPassages(most) }), most)
})

t.test('the corrected statement itself is allowed, and so is a sentence that only shares a word', async (t) => {
  const corrections = [
    { claim: 'Varga studied in Vienna with Jonas Hale.', correction: 'I studied in Graz with Jonas Hale.' },
    { claim: 'The album came out in 2018.', correction: null },
  ]
  for (const fine of [
    'I studied in Graz with Jonas Hale.',
    'I played two concerts in Vienna last winter.',
    'The album was written in a boathouse near Trieste.',
    'I never studied in Vienna with Jonas Hale or anybody else.',
  ]) {
    t.equal(composeQuoted({ answers: buildAnswers(fine), corrections }), fine)
  }
})

t.test('a claim that the artist denies in an answer is not quoted from a source', async (t) => {
  const passages = buildPassages('Ilse Varga studied in Vienna with Jonas Hale for two winters.')
  const answers = buildAnswers('I never studied in Vienna with Jonas Hale, whatever they print.')
  t.equal(composeQuoted({ answers, passages }), answers[0]?.answer)
})

t.test('the answer to the question for corrections corrects, and is not quoted', async (t) => {
  const [answer] = buildAnswers('That I studied in Vienna with Jonas Hale.')
  if (answer === undefined) return t.fail()
  const passages = buildPassages(
    'Ilse Varga studied in Vienna with Jonas Hale.\n\nIlse Varga built a zither of a drawer.',
  )
  const answers = [{ ...answer, questionKey: correctionQuestionKey }]
  t.equal(composeQuoted({ answers, passages }), 'Ilse Varga built a zither of a drawer.')
})
