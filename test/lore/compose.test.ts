import t from 'tap'
import { composeLore } from '#src/research/lore/compose.ts'
import { answersSaying, loreInput, passageSaying } from './lore-input.ts'

t.test('nothing to draw on gives an empty text', async (t) => {
  t.same(composeLore(loreInput()), { text: '', citations: [] })
  t.same(
    composeLore(loreInput({ answers: answersSaying('Yes.'), passages: [passageSaying('A HEADING\n\nRead more')] })),
    {
      text: '',
      citations: [],
    },
  )
})

t.test("the artist's answers come first, then evidence, a paragraph each, sentences as they stand", async (t) => {
  const { text, citations } = composeLore(
    loreInput({
      passages: [
        passageSaying('ABOUT THE RECORD\n\nVarga recorded “Salt Harbour” in a boathouse near Trieste. Buy it here:'),
      ],
      answers: answersSaying(
        'Yes. I learned the zither from my aunt in Graz!',
        'The _bell_ is low in the mix, you feel it 🔔',
      ),
    }),
  )
  t.equal(
    text,
    'I learned the zither from my aunt in Graz!\n\n' +
      'The _bell_ is low in the mix, you feel it 🔔\n\n' +
      'Varga recorded “Salt Harbour” in a boathouse near Trieste.',
  )
  t.same(citations, [
    { start: 0, end: 42, kind: 'answer', id: 'entry-0', revision: '0'.repeat(64), quoteStart: 5, quoteEnd: 47 },
    { start: 44, end: 88, kind: 'answer', id: 'entry-1', revision: '1'.repeat(64), quoteStart: 0, quoteEnd: 44 },
    {
      start: 90,
      end: 148,
      kind: 'original',
      id: 'vault:source-0',
      revision: 'a'.repeat(64),
      quoteStart: 18,
      quoteEnd: 76,
    },
  ])
})

t.test(
  "a passage's offsets count in its source, and the part of a sentence it begins with is passed over",
  async (t) => {
    const text = 'of the harbour at Trieste in May. Varga wrote the second record alone in a lighthouse.'
    const { citations } = composeLore(loreInput({ passages: [passageSaying(text, { start: 1000 })] }))
    t.same(
      citations.map(({ quoteStart, quoteEnd }) => [quoteStart, quoteEnd]),
      [[1034, 1000 + text.length]],
    )
  },
)

t.test(
  'what is in the way of reading is passed over: questions, headings, cuts, controls, endless sentences',
  async (t) => {
    const passages = [
      'Have you ever heard Ilse Varga play the zither?',
      'Varga and the zither, a portrait in six parts',
      'Ilse Varga plays the zither with a \u202ebackwards bow in Trieste.',
      `Ilse Varga plays the zither ${'and the harp '.repeat(60)}in Trieste.`,
      'Ilse Varga plays the zither in the harbour of',
    ].map((text, n) => passageSaying(text, { sourceId: `vault:${n}` }))
    t.equal(composeLore(loreInput({ passages })).text, '')
  },
)

t.test('near-duplicates are told once, and by the artist when the artist tells them', async (t) => {
  const passages = [
    passageSaying('She learned the zither from her aunt in Graz, Austria.'),
    passageSaying('Varga plays an old zither from Graz. Varga plays an old zither from Graz.', {
      sourceId: 'vault:source-1',
    }),
  ]
  const { text } = composeLore(
    loreInput({ answers: answersSaying('I learned the zither from my aunt in Graz.'), passages }),
  )
  t.equal(text, 'I learned the zither from my aunt in Graz.\n\nVarga plays an old zither from Graz.')
})

t.test('when room is short the sentence that tells more is taken, and evidence keeps a third', async (t) => {
  const answer = 'It was all right in the end, you know. I recorded Salt Harbour in Trieste with Jonas Hale in 2019.'
  const passage = 'Varga built the boathouse studio by hand.'
  t.equal(
    composeLore(loreInput({ answers: answersSaying(answer), maxChars: 80 })).text,
    'I recorded Salt Harbour in Trieste with Jonas Hale in 2019.',
  )
  t.equal(
    composeLore(loreInput({ answers: answersSaying(answer), passages: [passageSaying(passage)], maxChars: 110 })).text,
    `I recorded Salt Harbour in Trieste with Jonas Hale in 2019.\n\n${passage}`,
  )
})

t.test('what evidence leaves of its third goes to the answers', async (t) => {
  const answers = answersSaying(
    'I recorded Salt Harbour in Trieste in 2019.',
    'I learned the zither from my aunt in Graz.',
  )
  const passages = [passageSaying('Varga built the boathouse by hand.')]
  const { text } = composeLore(loreInput({ answers, passages, maxChars: 125 }))
  t.equal(text, `${answers[0]?.answer}\n\n${answers[1]?.answer}\n\n${passages[0]?.text}`)
})

t.test('no answer or source gives more than six sentences', async (t) => {
  const towns = 'Graz Trieste Porto Bergen Leith Galway Cadiz Malmo Ghent Turku'.split(' ')
  const many = towns.map(
    (town, n) => `In ${town} I found a different harbour, number ${n}00, ${town.toLowerCase()}ward.`,
  )
  t.equal(composeLore(loreInput({ answers: answersSaying(many.join(' ')) })).citations.length, 6)
})

t.test('lines of an answer without full stops stay on lines of their own', async (t) => {
  const lines = 'I grew up beside a harbour\nmy aunt taught me the zither\nWe moved to Trieste in 1999'
  t.equal(composeLore(loreInput({ answers: answersSaying(lines) })).text, lines)
})
