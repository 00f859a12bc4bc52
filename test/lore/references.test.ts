import t from 'tap'
import { composeLore } from '#src/research/lore/compose.ts'
import type { AnswerReference } from '#src/research/lore/evidence.ts'
import { outsideForms } from './fixed-forms.ts'
import { answersSaying, artistName, loreInput, passagesSaying, source } from './lore-input.ts'

const said =
  'Ilse Varga: I built my first zither out of a kitchen drawer in Graz, and I sold it to a ferryman of Trieste.\n\n' +
  'Ilse Varga: I practise above the bakery of my aunt. I practise on Sundays as well, when the ovens are cold.'
const passages = passagesSaying(said)

/** The window of the words in the text above. */
function cite(words: string, revision = source.revision): AnswerReference {
  const start = said.indexOf(words)
  return { kind: 'original', sourceId: source.sourceId, revision, start, end: start + words.length }
}

/** Paragraphs of the Lore where the answers, in turn, are to questions that cite these. */
function compose(answers: string[], references: (AnswerReference | undefined)[], more: { question?: string } = {}) {
  const asked = answersSaying(...answers).map((answer, at) => {
    const reference = references[at]
    return { ...answer, ...more, references: reference === undefined ? [] : [reference] }
  })
  const lore = composeLore(loreInput({ answers: asked, passages }))
  const named = { artistName, questions: asked.map(({ question }) => question), sources: [source] }
  t.same(outsideForms(lore, named), [])
  return lore.text.split('\n\n')
}

const findParagraph = (paragraphs: readonly string[], words: RegExp) => paragraphs.findIndex((one) => words.test(one))

t.test('an answer follows the paragraph that its question cites, and one about an answer follows that', async (t) => {
  const paragraphs = compose(
    ['Rain.', 'The ferryman of Bruck.', 'Seldom, on Mondays.'],
    [cite('when the ovens are cold'), cite('sold it to a ferryman'), { kind: 'answer', entryId: 'entry-1' }],
  )
  const drawer = findParagraph(paragraphs, /kitchen drawer/)
  t.match(paragraphs[drawer + 1], /“The ferryman of Bruck\.” “What .*\?” – “Seldom, on Mondays\.”$/)
  t.match(paragraphs[findParagraph(paragraphs, /bakery/) + 1], /“Rain\.”$/)
  t.notMatch(paragraphs.join('\n'), /In (?:an|the) interview/)
})

t.test(
  'other answers are an interview at the end, the short ones first, and what points back behind its answer',
  async (t) => {
    const story = 'I learned it on the ferry, from a stoker who sang the bass of each song through the funnel at night.'
    const paragraphs = compose(
      [story, 'Two.', 'The sea.'],
      [undefined, undefined, cite('kitchen drawer', 'b'.repeat(64))],
    )
    const at = findParagraph(paragraphs, /^In an interview for this page, .* three questions\.$/)
    t.match(paragraphs.slice(at + 1), [/Two/, /The sea/, /stoker/], 'a window of another revision is of another text')
    const pointing = compose([story, 'Two.', 'Yes.'], [undefined, undefined, undefined], {
      question: 'Is that so, too?',
    })
    t.match(pointing.slice(-3), [/stoker/, /Two/, /Yes/])
  },
)

t.test('what a question cites is quoted, also where something else would be quoted instead', async (t) => {
  const better = Array.from({ length: 40 }, (_, n) =>
    passagesSaying(
      `Ilse Varga: I recorded the ${n}th of my ${['ferry', 'Bruck', 'Graz', 'Trieste'][n % 4]} songs in 19${50 + n} with ${n} foghorns.`,
      {
        sourceId: `vault:${n}`,
      },
    ),
  ).flat()
  const [answer] = answersSaying('Seldom.')
  if (answer === undefined) return t.fail()
  const text = (references: readonly AnswerReference[]) =>
    composeLore(loreInput({ answers: [{ ...answer, references }], passages: [...passages, ...better], maxChars: 900 }))
      .text
  t.notMatch(text([]), /bakery/)
  t.match(text([cite('above the bakery')]), /bakery/)
})
