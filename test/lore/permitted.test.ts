import t from 'tap'
import { composeLore } from '#src/research/lore/compose.ts'
import { answersSaying, boundary, loreInput, passageSaying } from './lore-input.ts'

const textOf = (...parts: Parameters<typeof loreInput>) => composeLore(loreInput(...parts)).text

t.test('the answer to a bounded question is left out whole', async (t) => {
  const answers = answersSaying('I recorded it in a boathouse near Trieste.', 'I learned the zither in Graz.')
  const bounded = { wording: 'I do not want to talk about that.', questionKey: 'q0', question: 'And then?' }
  t.equal(textOf({ answers, boundaries: [bounded] }), 'I learned the zither in Graz.')
  const otherKey = { wording: 'My contract.', questionKey: 'old', question: 'WHAT about matter number 0? ' }
  t.equal(textOf({ answers, boundaries: [otherKey] }), 'I learned the zither in Graz.', 'also under another key')
})

t.test(
  "a sentence with a distinctive word of a boundary's wording is left out, in any form and anywhere",
  async (t) => {
    const clear = 'I learned the zither from an old neighbour in Graz.'
    for (const told of [
      'My brother played the drums in Graz.',
      "I still use my BROTHER'S drums on stage.",
      'Both Bröthers play the drums in Graz.',
      'The _brothers_ of Graz are a drum band.',
    ]) {
      const boundaries = [boundary('Please don’t ask about my brother.')]
      t.equal(textOf({ answers: answersSaying(`${told} ${clear}`), boundaries }), clear, told)
      t.equal(textOf({ passages: [passageSaying(`${told} ${clear}`)], boundaries }), clear, `evidence: ${told}`)
    }
  },
)

t.test('what leans on a sentence left out goes with it', async (t) => {
  const answers = answersSaying(
    'My brother played drums. He died in a crash near Bergen. After that I moved away. I play the zither in Graz.',
  )
  t.equal(textOf({ answers, boundaries: [boundary('my brother')] }), 'I play the zither in Graz.')
  const passages = [
    passageSaying('left early. He died in a crash near Bergen in 1999. Varga played the zither in Graz.', {
      start: 50,
    }),
  ]
  t.equal(textOf({ passages, boundaries: [boundary('my brother')] }), 'Varga played the zither in Graz.')
})

t.test(
  'an answer whose question names a bounded subject, and a source whose title does, are left out whole',
  async (t) => {
    const [answer] = answersSaying('Yes, in the same band for ten years.')
    if (answer === undefined) return t.fail()
    const answers = [{ ...answer, question: 'Did your brothers play as well?' }]
    const passages = [
      passageSaying('The drummer of the band died in a crash near Bergen.', { title: 'Remembering her brother' }),
    ]
    t.equal(textOf({ answers, passages, boundaries: [boundary('my brother')] }), '')
    t.not(textOf({ answers, passages }), '')
  },
)

t.test('a wording that names nothing means its question', async (t) => {
  const boundaries = [boundary("I'd rather not talk about that.", 'What happened with the Bergen contract?')]
  t.equal(textOf({ passages: [passageSaying('Varga signed two contracts on one day in March.')], boundaries }), '')
  t.not(textOf({ passages: [passageSaying('Varga sang two songs on one day in March.')], boundaries }), '')
})

t.test("the artist's own name in a boundary shuts nothing out", async (t) => {
  const passages = [passageSaying('Ilse Varga plays the zither in Graz.')]
  t.equal(
    textOf({ passages, boundaries: [boundary('Nothing about Varga and prison.')] }),
    'Ilse Varga plays the zither in Graz.',
  )
})

t.test('a corrected claim is not said again, in the same or in other words', async (t) => {
  const corrections = [
    { claim: 'Varga studied in Vienna with Jonas Hale.', correction: 'I studied in Graz with Jonas Hale.' },
  ]
  for (const repeated of [
    'Ilse Varga studied in Vienna with Jonas Hale.',
    'As a young woman she was studying in Vienna with the great Jonas Hale, of all people.',
    'The young Varga studied in Vienna.',
  ]) {
    t.equal(textOf({ passages: [passageSaying(repeated)], corrections }), '', repeated)
  }
})

t.test('a claim that is only taken back is recognised by most of its words, and in its parts', async (t) => {
  const claim = 'Varga studied in Vienna with Jonas Hale and moved to Paris in 1999.'
  const most = 'When she was young and poor, Varga studied in grey Vienna with a certain Jonas and moved to Paris.'
  const part = 'Ilse Varga studied, they say, in Vienna.'
  for (const repeated of [most, part]) {
    t.equal(textOf({ passages: [passageSaying(repeated)], corrections: [{ claim, correction: null }] }), '', repeated)
    t.equal(textOf({ passages: [passageSaying(repeated)] }), repeated)
  }
})

t.test('the corrected statement itself may stand, and so may what only shares a word', async (t) => {
  const corrections = [
    { claim: 'Varga studied in Vienna with Jonas Hale.', correction: 'I studied in Graz with Jonas Hale.' },
    { claim: 'The album came out in 2018.', correction: null },
  ]
  for (const fine of [
    'I studied in Graz with Jonas Hale.',
    'I played two concerts in Vienna last winter.',
    'The album was written in a boathouse near Trieste.',
  ]) {
    t.equal(textOf({ answers: answersSaying(fine), corrections }), fine)
  }
})
