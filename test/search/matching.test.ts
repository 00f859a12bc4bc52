import t from 'tap'
import { createSearchContext } from './evidence.ts'

const filler = (n: number) =>
  `Mara Quill spoke in town number ${n} about the weather, the roads and the people she had met there.`

/** A text among eight others: without them every word would be equally rare. */
async function createContextWith(t: Parameters<typeof createSearchContext>[0], ...texts: string[]) {
  const context = await createSearchContext(t)
  for (let n = 0; n < 8; n += 1) await context.addText(filler(n))
  for (const text of texts) await context.addText(text)
  return context
}

t.test('case, accents, ligatures and the form of an apostrophe make no difference, in either direction', async (t) => {
  const { found } = await createContextWith(
    t,
    'Béla Szabó taught her the étude in Győr. It was Łódź that she missed.',
    "She kept the singer's lamp, a façade of brass, in the rock'n'roll room.",
    'Her uncle Francois drew the Theatre of Besancon on the sleeve.',
  )
  for (const query of ['bela szabo', 'BÉLA SZABÓ', 'etude', 'Étude', 'gyor', 'Be\u0301la']) {
    t.match((await found(query))[0], /Szabó/, query)
  }
  for (const query of ['singer’s lamp', "singer's lamp", 'singers lamp', 'facade', 'ﬁnd the façade']) {
    t.match((await found(query))[0], /façade/, query)
  }
  for (const query of ['François', 'théâtre', 'Besançon']) t.match((await found(query))[0], /Besancon/, query)
})

t.test('inflected, irregular, possessive and British forms find each other', async (t) => {
  const { found } = await createContextWith(
    t,
    'Two women sang on the porch while the wolves were howling.',
    'He analyzed the color of every theater that she had traveled through.',
    "The children's choir practised in a chapel that my aunt built.",
  )
  for (const query of ['woman singing', 'porches', 'wolf howls', 'she sings on porches']) {
    t.match((await found(query))[0], /wolves/, query)
  }
  for (const query of ['analysing colours', 'theatre', 'travelling through theatres']) {
    t.match((await found(query))[0], /analyzed/, query)
  }
  for (const query of ['a child in choirs', 'practice in chapels', 'aunt builds a chapel']) {
    t.match((await found(query))[0], /chapel/, query)
  }
})

t.test("the artist's own name is in every text and does not outweigh the other words", async (t) => {
  const { found } = await createContextWith(t, 'A zither came to the house by boat.')
  for (const query of ['Mara Quill zither', 'What did Mara Quill say about the zither?', 'Maar Quil zither']) {
    t.match((await found(query))[0], /zither/, query)
  }
  t.ok((await found('Mara Quill')).length > 1, 'asked for alone it is found')
})

t.test('a misspelt word finds the right one, ranked below exact matches', async (t) => {
  const { found } = await createContextWith(
    t,
    'The harmonium stood under the stairs.',
    'Lindqvist tuned it twice a year.',
    'The marble was cold.',
    'The marvle is a fish of the lagoon.',
  )
  for (const query of ['harmonuim', 'harmonum', 'harmoniumm', 'hramonium'])
    t.match((await found(query))[0], /harmonium/, query)
  t.match((await found('Lindquist'))[0], /Lindqvist/)
  const marvle = await found('marvle')
  t.match(marvle[0], /fish/)
  t.equal(marvle.length, 1, 'a word of a text is not taken for a misspelling')
})

t.test('related words rank below the words themselves, names match only themselves', async (t) => {
  const { found } = await createContextWith(
    t,
    'My grandmother passed away in March.',
    'Death is a card in her tarot pack.',
  )
  const [first, second] = await found('death')
  t.match(first, /tarot/)
  t.match(second, /passed away/)
})

t.test('all words in quotation marks count, short ones too', async (t) => {
  const { found } = await createContextWith(
    t,
    'The pupil came on Monday. Every pupil paid the pupil of a pupil in eggs.',
    'He was the only pupil she ever took, and the pupil stayed.',
  )
  t.match((await found('“only pupil”'))[0], /ever took/)
})

t.test('a query of nothing but common words is searched by them', async (t) => {
  const { found } = await createContextWith(t, 'To be or not to be, she hummed.')
  t.match((await found('to be or not to be'))[0], /hummed/)
})

t.test('a question about something missing finds nothing by its common words', async (t) => {
  const { found } = await createContextWith(
    t,
    'She took a tour of the islands with a friend and came home with a record.',
  )
  for (const query of [
    'tour of Japan',
    'Grammy nomination',
    'record deal with Columbia Records',
    'friend of Stravinsky',
  ]) {
    t.same(await found(query), [], query)
  }
})

t.test('words are found without diacritics, strokes and particles', async (t) => {
  const { found } = await createContextWith(
    t,
    'היא אמרה שָׁלוֹם בתחנה.',
    'It was Łódź, and Đorđe stayed.',
    '그는 낡은 오르간으로 노래를 만들었다.',
  )
  t.match((await found('שלום'))[0], /שָׁלוֹם/)
  t.match((await found('Lodz'))[0], /Łódź/)
  t.match((await found('Dorde'))[0], /Đorđe/)
  t.match((await found('오르간'))[0], /오르간으로/)
  t.match((await found('노래'))[0], /노래를/)
})
