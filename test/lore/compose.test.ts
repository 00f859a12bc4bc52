import t from 'tap'
import { composeLore } from './compose-lore.ts'
import { findOutsideForms } from './fixed-forms.ts'
import { artistName, buildAnswers, buildLoreInput, buildPassages, source } from './lore-input.ts'

type Parts = Parameters<typeof buildLoreInput>[0]
const composeText = (parts: Parts) => composeLore(buildLoreInput(parts)).text
const grew = 'I grew up beside the harbour of Graz, and my aunt taught me the zither in her kitchen.'
const portrait = { title: 'Ilse Varga: Salt and Strings', publisher: 'Coast Review', publishedAt: '2019-04' }

t.test('without material the text is empty', async (t) => {
  t.same(composeLore(buildLoreInput()), { text: '', citations: [] })
  t.equal(composeText({ passages: buildPassages('A HEADING\n\nRead more') }), '')
})

t.test('answers are an interview, each with its question; a single one is a sentence', async (t) => {
  const [own, short] = buildAnswers(grew, 'The sea.')
  if (own === undefined || short === undefined) return t.fail()
  const answer = { ...short, question: 'What do you hear in it?' }
  const { text, citations } = composeLore(buildLoreInput({ answers: [own, answer] }))
  t.equal(
    text,
    'In an interview for this page, Ilse Varga answers two questions.\n\n' +
      `“What about matter number 0?” – “${grew}” “What do you hear in it?” – “The sea.”`,
  )
  t.same(
    citations.map(({ start, end, id, quoteStart, quoteEnd }) => [text.slice(start, end), id, quoteStart, quoteEnd]),
    [
      [grew, 'entry-0', 0, grew.length],
      ['The sea.', 'entry-1', 0, 8],
    ],
  )
  t.equal(composeText({ answers: [answer] }), 'Asked “What do you hear in it?”, Ilse Varga answers: “The sea.”')
})

t.test(
  'every kind of answer is cited: one word, a list, small letters, no full stops, no end, a pointer',
  async (t) => {
    const kinds = [
      'Yes.',
      'no',
      'rain\nan old piano\nmy aunt',
      'mostly at night i think, when no one is up',
      'That one, without any doubt.',
      '🎹🎹🎹 and 1999',
      `I recorded it ${'and then again '.repeat(60)}in Graz`,
      'Why do you ask?',
      'It depends.',
      '“Salt Harbour”',
    ]
    for (const kind of kinds)
      t.equal(composeLore(buildLoreInput({ answers: buildAnswers(kind) })).citations[0]?.kind, 'answer', kind)
    const all = composeLore(buildLoreInput({ answers: buildAnswers(...kinds) }))
    t.equal(new Set(all.citations.map(({ id }) => id)).size, kinds.length, 'also all at once')
    t.equal(composeText({ answers: buildAnswers('I would rather not say.') }), '', 'but a refusal is no answer')
  },
)

t.test('a source is introduced with its title, publisher, year and the artist where it is first quoted', async (t) => {
  const text =
    'Ilse Varga is a zither player from Graz, and one of the last of her trade.\n\n“I built my ' +
    'first zither out of a drawer,” says Varga.'
  t.equal(
    composeText({ passages: buildPassages(text, portrait) }),
    '“Salt and Strings” (Coast Review, 2019) says of Ilse Varga: “Ilse Varga is a zither player ' +
      'from Graz, and one of the last of her trade.”\n\n' +
      'Varga says: “I built my first zither out of a drawer.”',
  )
})

t.test('a narrator’s words between the artist’s are cut, and the cut is marked', async (t) => {
  const text =
    '“I learned the zither in Graz,” says Ilse Varga, who is in a hurry; “my aunt taught me the rest of it in a year.”'
  const { text: lore, citations } = composeLore(buildLoreInput({ passages: buildPassages(text) }))
  t.equal(lore, 'Ilse Varga says: “I learned the zither in Graz, […] my aunt taught me the rest of it in a year.”')
  t.same(
    citations.map(({ quoteStart, quoteEnd }) => text.slice(quoteStart, quoteEnd)),
    ['I learned the zither in Graz,', 'my aunt taught me the rest of it in a year.'],
  )
})

t.test('the first person of any other speaker is not in Lore', async (t) => {
  for (const text of [
    'I met Ilse Varga in Graz, where my brother had a shop for zithers.',
    '“I taught Ilse Varga the zither for seven years in my kitchen,” says her aunt.',
    'Ilse Varga sat down.\n\n“I have walked past your house in Graz, Ilse Varga, for seven years,” I said.',
  ])
    t.notMatch(composeText({ passages: buildPassages(text) }), /I met|I taught|I have/, text)
  t.match(
    composeText({ passages: buildPassages('Ilse Varga plays in Graz. “I taught her the zither,” says her aunt.') }),
    /plays in Graz\.”$/,
  )
})

t.test('words of others about the artist are attributed to them, by their name in the text', async (t) => {
  const text = 'Jonas Hale says: “Ilse Varga plays the zither as others row a boat across the harbour of Trieste.”'
  t.match(
    composeText({ passages: buildPassages(text, portrait) }),
    /^Jonas Hale says of Ilse Varga in “Salt and Strings” \(Coast Review, 2019\): “/,
  )
})

t.test('a run begins without a reference backwards and does not end before its denial', async (t) => {
  const text =
    'Ilse Varga sat down. “He never came back to Graz after it. I have a zither from my aunt in Graz.”, she says.'
  t.notMatch(composeText({ passages: buildPassages(text) }), /He never/)
  const denied =
    'It is said that Ilse Varga was born on a boat near Trieste. That is not true. Ilse Varga ' +
    'plays the zither in the harbour of Graz.'
  const lore = composeText({ passages: buildPassages(denied) })
  t.ok(!lore.includes('on a boat') || lore.includes('That is not true.'), lore)
  const across =
    'Ilse Varga was born on a boat near Trieste in a storm.\n\n“That is not true,” says Varga. ' +
    '“I was born in a hospital in Graz.”'
  t.notMatch(composeText({ passages: buildPassages(across) }), /on a boat/, 'also where the next paragraph denies it')
})

t.test('life comes before work and work before voice, and the answers come last', async (t) => {
  const text =
    'Ilse Varga recorded the album “Salt Harbour” in a studio in Trieste and toured with it in 2014.\n\n' +
    'Ilse Varga was born in Graz in 1970 and grew up with her grandmother.'
  const answers = buildAnswers('I believe that music is listening, and I always wanted to hear the room.')
  const lore = composeText({ passages: buildPassages(text), answers })
  t.ok(
    lore.indexOf('born in Graz') < lore.indexOf('Salt Harbour') &&
      lore.indexOf('Salt Harbour') < lore.indexOf('I believe'),
    lore,
  )
})

t.test(
  'the interview is in the order in which the questions were asked, also where an answer was revised',
  async (t) => {
    const passages = buildPassages(
      'Ilse Varga was born in Graz in 1970 and grew up with her grandmother.\n\n' +
        'Ilse Varga recorded the album “Salt Harbour” in a studio in Trieste and toured with it in 2014.',
    )
    const said = buildAnswers('Mornings.', 'The song of the ferry.', 'Yes, it is, and they kept it.')
    const answers = said.map((one, at) => ({ ...one, sitting: at < 2 ? 1 : 2 })).toReversed()
    const paragraphs = composeText({ answers, passages }).split('\n\n')
    t.match(paragraphs, [/born in Graz/, /Salt Harbour/, /three questions/, /“Mornings\.”/, /ferry/, /“Yes, it is/])
  },
)

t.test('the words "also says" stand only where the voice has spoken before', async (t) => {
  const text =
    'Ilse Varga is a zither player from Graz, and one of the last of her trade.\n\n“I built my first zither out of a ' +
    'drawer in Graz, and I still play it,” says Varga.'
  const answers = buildAnswers(
    'I play the zither above the bakery of my aunt, where I have played since I was a child.',
  )
  t.notMatch(composeText({ answers, passages: buildPassages(text, portrait) }), /Varga also says: “I built/)
})

t.test('every answered question comes before a second run of anything, and every source has one run', async (t) => {
  const answers = buildAnswers(
    ...Array.from(
      { length: 8 },
      (_, n) =>
        `I recorded number ${n} of the ${n}th row in a boathouse near ${'Graz Trieste Porto Bergen Leith Cadiz Malmo Ghent'.split(' ')[n]}.`,
    ),
  )
  const passages = [0, 1, 2].flatMap((n) =>
    buildPassages(`Ilse Varga built the ${n}th of her zithers in the winter of 199${n}.`, { sourceId: `vault:${n}` }),
  )
  const { citations } = composeLore(buildLoreInput({ answers, passages }))
  t.equal(new Set(citations.map(({ id }) => id)).size, 11)
})

t.test('near-duplicates are quoted once, in the artist’s words where there are some', async (t) => {
  const passages = buildPassages('Ilse Varga learned the zither from her aunt in Graz, Austria.')
  t.notMatch(
    composeText({ answers: buildAnswers('I learned the zither from my aunt in Graz.'), passages }),
    /from her aunt/,
  )
})

t.test('a text stays within its limit, and no word is cut in two', async (t) => {
  for (const charsMax of [0, 60, 200, 900]) {
    const { text } = composeLore(
      buildLoreInput({
        answers: buildAnswers(grew, 'The sea.'),
        passages: buildPassages(`${grew} `.repeat(40)),
        charsMax,
      }),
    )
    t.ok(text.length <= charsMax, `${text.length} of ${charsMax}`)
  }
})

t.test('headings, lists, stage directions, addresses and controls stay out', async (t) => {
  const text =
    'ILSE VARGA\n\n- Ilse Varga plays the zither in Graz.\n\n(Ilse Varga laughs and plays the ' +
    'zither.)\n\nIlse Varga plays the zither at https://varga.example now.\n\nIlse Varga plays ' +
    '\u202e the zither in Graz backwards.'
  t.equal(composeText({ passages: buildPassages(text) }), '')
})

t.test(
  'a caption is the artist’s own words, introduced with its platform and year, where it speaks of the artist',
  async (t) => {
    const stored = { kind: 'social_caption', publisher: 'Instagram', publishedAt: '2021-03-04' }
    const text = 'I carried the zither up eleven stairs last night, and no one helped.'
    t.equal(composeText({ passages: buildPassages(text, stored) }), `Ilse Varga writes on Instagram in 2021: “${text}”`)
    t.equal(
      composeText({ passages: buildPassages('The bellows of the harbour organ, seen from the inside.', stored) }),
      '',
    )
  },
)

t.test('a heading of a line before wrapped prose is no part of it, nor is a line of a discography', async (t) => {
  const text =
    'Nine nights in a net loft with a stove and a harp\nIlse Varga recorded the whole of it in ' +
    'the winter of 2016, with two microphones and\na stove that had to be fed between the ' +
    'takes.\n\nSALT HARBOUR (2014, Tide Records, LP and download)\nIlse Varga plays everything ' +
    'on this record, and whistles on the last song of it.'
  t.notMatch(composeText({ passages: buildPassages(text) }), /Nine nights|Tide Records/)
})

t.test('every character is cited or of a fixed form', async (t) => {
  const answers = buildAnswers(grew, 'The sea')
  const passages = buildPassages(
    'Ilse Varga is a player. “I was seven,” she says, “and had no zither of my own in Graz.”',
    portrait,
  )
  const named = {
    artistName,
    questions: answers.map(({ question }) => question),
    sources: [{ ...source, ...portrait }],
  }
  const lore = composeLore(buildLoreInput({ answers, passages }))
  t.same(findOutsideForms(lore, named), [])
  t.not(findOutsideForms({ ...lore, text: `${lore.text} And she is never late.` }, named).length, 0)
})
