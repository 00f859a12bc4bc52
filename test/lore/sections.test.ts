import t from 'tap'
import type { AnswerReference } from '#src/research/lore/evidence.ts'
import { composeLore } from './compose-lore.ts'
import { buildAnswers, buildLoreInput, buildPassages, source } from './lore-input.ts'

const portrait = { title: 'Ilse Varga: Salt and Strings', publisher: 'Coast Review', publishedAt: '2019-04' }

/** Paragraphs of the Lore of a text, with an answer to a question about each of the words. */
function compose(text: string, asked: readonly (readonly [words: string, question: string, answer: string])[]) {
  const answers = buildAnswers(...asked.map(([, , answer]) => answer)).map((answer, at) => {
    const [words = '', question = ''] = asked[at] ?? []
    const start = text.indexOf(words)
    const reference: AnswerReference = {
      kind: 'original',
      sourceId: source.sourceId,
      revision: source.revision,
      start,
      end: start + words.length,
    }
    return { ...answer, question, references: [reference] }
  })
  return composeLore(buildLoreInput({ answers, passages: buildPassages(text, portrait) })).text.split('\n\n')
}

t.test('passages of neighbouring topics have one label, which the opening names once', async (t) => {
  const paragraphs = compose(
    'Ilse Varga: I play scales in the kitchen of my aunt.\n\n' + 'Ilse Varga: I practise above the bakery in Graz.',
    [
      [
        'scales in',
        'Which scales?',
        'All of those that the oven can bear on a winter morning before the bread is in it.',
      ],
      ['above the', 'Why there?', 'It is warm.'],
    ],
  )
  t.match(paragraphs[0], / speaks of practice in /)
  t.equal(paragraphs.filter((one) => /^On /.test(one)).length, 1)
  t.match(paragraphs.filter((one) => /^(?:On practice, )?Ilse Varga (?:also )?says/.test(one)).slice(-2), [
    /scales/,
    /bakery/,
  ])
})

t.test('a story goes on where its questions have parted it', async (t) => {
  const filler = 'The strings of a ferry are longer than the strings of a house, as everybody knows. '.repeat(3)
  const paragraphs = compose(
    `Ilse Varga: I was born in a lighthouse, and I began my studies on its stairs. ${filler}Finally I rang the bell of the ` +
      'tower for my aunt.\n\nIlse Varga: I have recorded two albums in a studio in Graz. I recorded them at night.',
    [
      ['a lighthouse', 'Was it cold?', 'Very.'],
      ['rang the bell', 'Did she come?', 'She came with a goose.'],
      ['two albums', 'Which is the better one?', 'The second.'],
    ],
  )
  const at = (words: RegExp) => paragraphs.findIndex((one) => words.test(one))
  t.equal(at(/“I rang the bell/), at(/“Very/) + 1, paragraphs.join('\n'))
})

t.test(
  'where what a question cites may not be quoted, the answer stands beside what is near it, or of its topic',
  async (t) => {
    const far = 'Nobody in Graz knows how long a foghorn can be heard, and the harbour office does not say. '.repeat(14)
    const text =
      'Ilse Varga: I practise above the bakery in Graz. As you say, it is warm there.\n\nIlse Varga: I teach two pupils. My ' +
      `pupils are ferrymen.\n\n${far}\n\nVarga: As you say, they are good pupils.`
    const paragraphs = compose(text, [
      ['it is warm', 'Is it warm?', 'In winter.'],
      ['I teach two', 'Since when?', 'For years.'],
      ['they are good', 'Do your pupils sing?', 'On the ferry.'],
    ])
    const at = (words: RegExp) => paragraphs.findIndex((one) => words.test(one))
    t.equal(at(/In winter/), at(/“I practise/) + 1, paragraphs.join('\n'))
    t.equal(at(/On the ferry/), at(/For years/) + 1, paragraphs.join('\n'))
  },
)

t.test('what a narrator says of the artist stands before what the artist says of the beginning', async (t) => {
  const paragraphs = compose(
    'Ilse Varga is known as the last zither player of the coast.\n\nIlse Varga: I was born in a lighthouse near Graz.\n\n' +
      'Ilse Varga is one of the founders of the choir of Bruck, and she has never missed a ferry.',
    [
      ['a lighthouse', 'Was it cold?', 'Very.'],
      ['founders', 'How did it begin?', 'With three ferrymen.'],
    ],
  )
  t.ok(paragraphs.findIndex((one) => /founders/.test(one)) < paragraphs.findIndex((one) => /a lighthouse/.test(one)))
})
