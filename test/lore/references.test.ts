import t from 'tap'
import type { AnswerReference } from '#src/research/lore/evidence.ts'
import { selectBestBlocks, shortlistBlocks } from '#src/research/lore/shortlist.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { composeLore } from './compose-lore.ts'
import { findOutsideForms } from './fixed-forms.ts'
import { artistName, buildAnswers, buildLoreInput, buildPassages, source } from './lore-input.ts'

const said =
  'Ilse Varga: I built my first zither out of a kitchen drawer in Graz, and I sold it to a ferryman of Trieste.\n\n' +
  'Ilse Varga: I practise above the bakery of my aunt. I practise on Sundays as well, when the ovens are cold.'
const passages = buildPassages(said)

/** The window of the words in the text above. */
function cite(words: string, revision = source.revision): AnswerReference {
  const start = said.indexOf(words)
  return { kind: 'original', sourceId: source.sourceId, revision, start, end: start + words.length }
}

/** Paragraphs of the Lore where the answers, in turn, are to questions that cite these. */
function compose(answers: string[], references: (AnswerReference | undefined)[], more: { question?: string } = {}) {
  const asked = buildAnswers(...answers).map((answer, at) => {
    const reference = references[at]
    return { ...answer, ...more, references: reference === undefined ? [] : [reference] }
  })
  const lore = composeLore(buildLoreInput({ answers: asked, passages }))
  const named = { artistName, questions: asked.map(({ question }) => question), sources: [source] }
  t.same(findOutsideForms(lore, named), [])
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
  'other answers are an interview at the end, the short ones first, and what points back after its answer',
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
    t.match(pointing.at(-1), /stoker.*Two.*Yes/, 'in one paragraph')
  },
)

t.test('what a question cites is quoted, also where something else would be quoted instead', async (t) => {
  const better = Array.from({ length: 40 }, (_, n) =>
    buildPassages(
      `Ilse Varga: I recorded the ${n}th of my ${['ferry', 'Bruck', 'Graz', 'Trieste'][n % 4]} songs in 19${50 + n} with ${n} foghorns.`,
      {
        sourceId: `vault:${n}`,
      },
    ),
  ).flat()
  const [answer] = buildAnswers('Seldom.')
  if (answer === undefined) return t.fail()
  const text = (references: readonly AnswerReference[]) =>
    composeLore(
      buildLoreInput({ answers: [{ ...answer, references }], passages: [...passages, ...better], charsMax: 900 }),
    ).text
  t.notMatch(text([]), /bakery/)
  t.match(text([cite('above the bakery')]), /bakery/)
})

t.test('a sentence that may not begin a passage does so after the question that cites it', async (t) => {
  const here = 'As soon as my season closes here I shall record the tide of Trieste.'
  const [answer] = buildAnswers('With two buckets.')
  if (answer === undefined) return t.fail()
  const compose = (references: readonly AnswerReference[]) =>
    composeLore(
      buildLoreInput({ answers: [{ ...answer, references }], passages: buildPassages(`Ilse Varga: ${here}`) }),
    ).text
  const start = 'Ilse Varga: '.length
  const { sourceId, revision } = source
  t.notMatch(compose([]), here)
  t.match(compose([{ kind: 'original', sourceId, revision, start, end: start + here.length }]), here)
})

t.test('a paragraph that a question cites is read before those that score better', async (t) => {
  const long = Array.from(
    { length: 30 },
    (_, n) => `Ilse Varga: I recorded ${n} songs in Graz in 19${50 + n}, with my aunt.`,
  )
  const text = `${long.join('\n\n')}\n\nIlse Varga: I sit low at my zither in Bruck.\n\n${long.join('\n\n')}`
  const start = text.indexOf('I sit low')
  const pick = (references: readonly AnswerReference[]) => {
    const page = { start: 0, text }
    const kind = { ...source, kind: 'vault', speaker: 'not_applicable' }
    const { shortlist } = runAtOnce(shortlistBlocks(kind, page, artistName, null, true, references))
    return selectBestBlocks(shortlist).some((block) => block.start <= start && start < block.end)
  }
  t.equal(pick([]), false)
  t.equal(
    pick([{ kind: 'original', sourceId: source.sourceId, revision: source.revision, start, end: start + 9 }]),
    true,
  )
})

t.test(
  'each window that questions cite in one paragraph is quoted, also where it would begin no other text',
  async (t) => {
    const filler =
      'A zither of the north is heavier than a zither of the south, and the strings of it are longer. '.repeat(9)
    const speech =
      `Ilse Varga: I built my first zither out of a kitchen drawer in Graz. ${filler}In my cellar I would play all night, ` +
      'when suddenly the thought came--this is where the goose lived.'
    const about = (words: string): AnswerReference => {
      const start = speech.indexOf(words)
      return {
        kind: 'original',
        sourceId: source.sourceId,
        revision: source.revision,
        start,
        end: start + words.length,
      }
    }
    const asked = buildAnswers('It hung behind the oven.', 'Nobody knows.').map((answer, at) => ({
      ...answer,
      references: [about(at === 0 ? 'kitchen drawer' : 'this is where')],
    }))
    const { text } = composeLore(buildLoreInput({ answers: asked, passages: buildPassages(speech) }))
    t.match(text, /kitchen drawer in Graz\.”\n\nAsked “[^”]*”, Ilse Varga answers: “It hung behind the oven/)
    t.match(text, /the goose lived\.”\n\nAsked “[^”]*”, Ilse Varga answers: “Nobody knows/)
  },
)

t.test(
  'where enough is answered, a passage that no question cites stays out, unless it has a topic of theirs',
  async (t) => {
    const things = ['ferry', 'bakery', 'henhouse', 'lamp', 'goose']
    const stories = [
      'He painted it green, rowed his cousins across the lake on Sundays and charged them a herring each way.',
      'They baked unleavened loaves in it until the bishop noticed that the smoke was rising on a fast day.',
      'The whole council met in it after the flood, since no other building had stayed above the water.',
      'He hung it over the workshop, where apprentices learned to cut panes by its light before the sun was up.',
      'One wanted to fatten her, another wanted to marry her off, and the youngest taught her to whistle waltzes.',
    ]
    const people = [
      'a miller whose wheel had stood still all summer',
      'two nuns from the hospital beside the bridge',
      'the mayor, who had lost an election and wanted comfort',
      'a glazier with eleven apprentices',
      'three brothers in search of a mascot',
    ]
    const speech = things.map((thing, at) => `Ilse Varga: I sold the ${thing} of my aunt to ${people[at]} of Graz.`)
    const practice = 'Ilse Varga: I practise in the cellar. I practise there because the foghorn cannot hear me.'
    const text = [...speech, practice].join('\n\n')
    const cite = (thing: string): AnswerReference => {
      const start = text.indexOf(`the ${thing} of`)
      return { kind: 'original', sourceId: source.sourceId, revision: source.revision, start, end: start + 10 }
    }
    const compose = (count: number) => {
      const answers = buildAnswers(...speech.map((_, at) => stories[at] ?? ''))
      const asked = answers.slice(0, count).map((answer, at) => ({ ...answer, references: [cite(things[at] ?? '')] }))
      return composeLore(buildLoreInput({ answers: asked, passages: buildPassages(text) })).text
    }
    t.match(compose(1), /foghorn/)
    t.notMatch(compose(5), /foghorn/)
  },
)

t.test('an answer and those about it are one paragraph, and an answer about something else is another', async (t) => {
  const paragraphs = compose(
    ['No.', 'I sold it to a ferryman of Bruck, who kept his pipes and his letters in it for thirty years.', 'Seldom.'],
    [cite('sold it to a ferryman'), { kind: 'answer', entryId: 'entry-0' }, cite('when the ovens are cold')],
  )
  t.match(
    paragraphs.filter((one) => /^Asked/.test(one)),
    [/“No\.” “.*” – “I sold it/, /^Asked .* answers: “Seldom\.”$/],
  )
})

t.test('the text ends on an answer that is a sentence, where the order leaves a choice', async (t) => {
  const story =
    'I sold it in the end to a ferryman of Bruck, who kept his pipes and all of his letters in it for thirty years.'
  const topics = 'Ilse Varga: I practise above the bakery.\n\nIlse Varga: My pupils bring coal for the oven of my aunt.'
  const about = (words: string): AnswerReference => {
    const start = topics.indexOf(words)
    return { kind: 'original', sourceId: source.sourceId, revision: source.revision, start, end: start + words.length }
  }
  const composeOf = (answers: string[]) => {
    const asked = buildAnswers(...answers).map((answer, at) => ({
      ...answer,
      references: [about(at === 0 ? 'bakery' : 'pupils')],
    }))
    return composeLore(buildLoreInput({ answers: asked, passages: buildPassages(topics) })).text
  }
  for (const answers of [
    [story, 'seldom'],
    ['seldom', story],
  ])
    t.match(composeOf(answers), /thirty years.”$/)
})
