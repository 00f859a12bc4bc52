import t from 'tap'
import { composeLore } from './compose-lore.ts'
import { findOutsideForms } from './fixed-forms.ts'
import { artistName, buildAnswers, buildBoundary, buildLoreInput, buildPassages, source } from './lore-input.ts'

type Parts = Parameters<typeof buildLoreInput>[0]
const composeText = (parts: Parts) => composeLore(buildLoreInput(parts)).text
const portrait = { title: 'Ilse Varga: Salt and Strings', publisher: 'Coast Review', publishedAt: '2019-04' }
const said = '“I built my first zither out of a kitchen drawer in Graz, and I still play it on the ferry,” says Varga.'
const opening = (text: string, more: Parts = {}) =>
  composeText({ passages: buildPassages(`${text}\n\n${said}`, portrait), ...more }).split('\n\n')[0]

t.test('a text begins with what a source calls the artist, in its words', async (t) => {
  for (const [narration, epithet] of [
    [
      'I met Ilse Varga, the eminent zither player and teacher, on the ferry.',
      'an “eminent zither player and teacher”',
    ],
    ['On the ferry I met the brilliant young harpist, Ilse Varga.', 'a “brilliant young harpist”'],
    [
      'In the net loft sat Ilse Varga herself, the serious, high-minded teacher; I sat down.',
      'a “serious, high-minded teacher”',
    ],
    [
      'I met Ilse Varga, an Austrian who has a name among the singers of Europe.',
      'an “Austrian who has a name among the singers of Europe”',
    ],
    ['“There is salt in each of my strings,” said the blind organist Ilse Varga to me one day.', 'a “blind organist”'],
  ] as const)
    t.equal(opening(narration), `“Salt and Strings” (Coast Review, 2019) calls Ilse Varga ${epithet}.`, narration)
  for (const [words, article] of [
    ['honest singer', 'an'],
    ['unorthodox pianist', 'an'],
    ['ukulele player', 'a'],
    ['80-year-old harpist', 'an'],
    ['one-handed pianist', 'a'],
  ])
    t.match(opening(`On the ferry I met the ${words}, Ilse Varga.`), ` calls Ilse Varga ${article} “${words}”.`)
  for (const narration of [
    'I met Ilse Varga, the harpist, and Jonas Hale on the ferry.',
    'After Ilse Varga the trio played.',
    'I met the father of the harpist’s friend Ilse Varga there.',
    'I met Anna Varga, the eminent zither player, on the ferry.',
  ])
    t.notMatch(opening(narration), / calls /, narration)
})

t.test('a trade alone stands beside the name, and a judgement is quoted', async (t) => {
  const answers = buildAnswers('The sea.', 'Rain.')
  const named = {
    artistName,
    questions: answers.map(({ question }) => question),
    sources: [{ ...source, ...portrait }],
  }
  const compose = (words: string) =>
    composeLore(
      buildLoreInput({
        answers,
        passages: buildPassages(`I met Ilse Varga, the ${words}, on the ferry.\n\n${said}`, portrait),
      }),
    )
  for (const [words, article] of [
    ['Austrian harpist', 'an'],
    ['singer and songwriter', 'a'],
  ] as const) {
    const lore = compose(words)
    t.match(
      lore.text,
      `Ilse Varga, ${article} ${words}, speaks in “Salt and Strings” (Coast Review, 2019) and in an interview for this page.\n\n`,
    )
    t.match(lore.citations[0], { start: `Ilse Varga, ${article} `.length }, 'the words are cited')
    t.same(findOutsideForms(lore, named), [])
  }
  t.match(
    compose('divine harpist').text,
    /^“Salt and Strings” \(Coast Review, 2019\) calls Ilse Varga a “divine harpist”\./,
  )
})

t.test('what a boundary or a correction forbids is not what the artist is called', async (t) => {
  const narration = 'I met Ilse Varga, the eminent zither player and teacher, on the ferry.'
  t.match(opening(narration), / calls /)
  t.notMatch(opening(narration, { boundaries: [buildBoundary('Nothing about the ferry, please.')] }), / calls /)
  const corrections = [{ claim: 'Ilse Varga is an eminent zither player and teacher.', correction: null }]
  t.notMatch(opening(narration, { corrections }), / calls /)
})

t.test('a text of several paragraphs says what it quotes, and names its only source once', async (t) => {
  const answers = buildAnswers('The sea.', 'Rain.')
  const lore = composeLore(buildLoreInput({ answers, passages: buildPassages(`I sat down.\n\n${said}`, portrait) }))
  const [first, second] = lore.text.split('\n\n')
  t.equal(first, 'Ilse Varga speaks in “Salt and Strings” (Coast Review, 2019) and in an interview for this page.')
  t.match(second, /^Ilse Varga says: “I built/)
  const named = {
    artistName,
    questions: answers.map(({ question }) => question),
    sources: [{ ...source, ...portrait }],
  }
  t.same(findOutsideForms(lore, named), [])
  const passages = [0, 1, 2].flatMap((n) =>
    buildPassages(`Ilse Varga built the ${n}th of her zithers in the winter of 199${n}.`, { sourceId: `vault:${n}` }),
  )
  t.match(composeText({ passages, answers }), /^This page about Ilse Varga quotes three texts and an interview\.\n/)
  t.notMatch(
    composeText({ passages, answers, precedingText: 'Ilse Varga.' }),
    /This page/,
    'a text that goes on has begun',
  )
})

t.test('a paragraph begins with its topic, from a closed list, where most of its sentences name it', async (t) => {
  const speech = (words: string) =>
    composeText({ passages: buildPassages(`“${words}” says Varga.`, { title: 'Ilse Varga' }) })
  t.match(
    speech('I never practise before eight. When I practise on the ferry, I count the waves in Bruck.'),
    /^On practice, Ilse/,
  )
  t.match(speech('As for scales, I play them in the kitchen, and I count the plates of my aunt.'), /^On scales, /)
  t.match(
    speech('I count the plates of my aunt in the kitchen, and now and then I play a scale on them.'),
    /^Ilse Varga says/,
  )
  t.match(speech('I was a wonder child in Graz, and I slept under the zither of my aunt.'), /^On the early years, /)
})

t.test(
  'a question gives a topic that its passage has by chance, and the opening lists every topic or none',
  async (t) => {
    const speech = 'Ilse Varga: I rowed to Graz with a goose, a lamp and, when it rained, my sister.'
    const practice = 'Ilse Varga: I practise above the bakery. I practise on Sundays as well, when the ovens are cold.'
    const compose = (question: string) => {
      const passages = buildPassages(`${speech}\n\n${practice}`)
      const reference = {
        kind: 'original' as const,
        sourceId: source.sourceId,
        revision: source.revision,
        start: 12,
        end: 40,
      }
      const answers = buildAnswers('Never.').map((answer) => ({ ...answer, question, references: [reference] }))
      return composeText({ passages: passages.map((one) => ({ ...one, ...portrait })), answers })
    }
    const asked = compose('Does your sister still row?')
    t.match(asked, /^Ilse Varga speaks of practice and the family in /)
    t.match(asked, /\n\nOn the family, Ilse Varga says: “I rowed/)
    t.match(compose('Do you still row?'), /^Ilse Varga speaks in /)
  },
)

t.test('paragraphs with one topic follow each other, and plans come last', async (t) => {
  const passages = buildPassages(
    'Ilse Varga: I hope to play the whole of it in Trieste with the ferrymen of Bruck and their foghorns.\n\n' +
      'Ilse Varga: I practise above the bakery. I practise on Sundays as well, when the ovens are cold.\n\n' +
      'Ilse Varga: My aunt sold the first zither to a ferryman of Trieste, who gave it to his daughter.\n\n' +
      'Ilse Varga: As a child I hated to practise. I had to practise in the cellar, and my aunt held the lamp.',
  )
  const paragraphs = composeText({ passages }).split('\n\n')
  const at = (words: RegExp) => paragraphs.findIndex((paragraph) => words.test(paragraph))
  t.equal(Math.abs(at(/bakery/) - at(/cellar/)), 1, paragraphs.join('\n'))
  t.equal(at(/foghorns/), paragraphs.length - 1)
})

t.test('a text about the artist may call the artist by a profession alone', async (t) => {
  const called = 'Here the harpist showed the drawer.'
  t.equal(opening(called), '“Salt and Strings” (Coast Review, 2019) calls Ilse Varga a “harpist”.')
  t.notMatch(
    opening('Here the harpist showed Jonas Hale the drawer.'),
    / calls /,
    'beside another person it is unclear',
  )
})

t.test('only a text about the artist says with "the pianist" what the artist is', async (t) => {
  for (const [title, isAbout] of [
    ['Ilse Varga on Tour', true],
    ['Jonas Hale on Tour', false],
  ] as const) {
    const text = composeText({ passages: buildPassages(`Here the pianist played a scale.\n\n${said}`, { title }) })
    t.equal(text.includes('a “pianist”'), isAbout, title)
  }
})
