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
  for (const query of ['Mara Quill zither', 'What did Mara Quill say about the zither?', 'Mara Quilll zither']) {
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

t.test('related words rank below the words themselves', async (t) => {
  const { found } = await createContextWith(
    t,
    'My grandmother passed away in March.',
    'Death is a card in her tarot pack.',
  )
  const [first, second] = await found('death')
  t.match(first, /tarot/)
  t.match(second, /passed away/)
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

t.test(
  'two words of three that are met together are an answer, and one that is asked for the meaning of',
  async (t) => {
    const { found } = await createContextWith(t, 'A gray cat lives in the drawing room. Rubato bends the time.')
    for (const query of ['a pet in the drawing cupboard', 'rubato definition', 'the reason for rubato']) {
      t.match((await found(query))[0], /drawing room/, query)
    }
  },
)

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

t.test('Arabic and Persian letters, digits of any script and both Chinese scripts find each other', async (t) => {
  const { found } = await createContextWith(
    t,
    'موسیقی علی کریمی را دوست دارد و کتاب او را می‌خواند. سال ۱۹۷۹',
    'उसने १९८४ में गाया।',
    '她在台北的樂隊裡彈風琴，音樂老師很嚴格。',
    'كانت المدرسة في القاهرة، واسمها أمّ كلثوم.',
  )
  for (const query of ['علي كريمي', 'كتاب', '1979', '١٩٧٩']) t.match((await found(query))[0], /کریمی/, query)
  t.match((await found('1984'))[0], /गाया/)
  for (const query of ['乐队', '音乐老师', '樂隊']) t.match((await found(query))[0], /風琴/, query)
  for (const query of ['المدرسه', 'القاهره', 'ام كلثوم']) t.match((await found(query))[0], /القاهرة/, query)
})

t.test('a compound is found in one word, with a hyphen and in two words, whichever the text has', async (t) => {
  const { found } = await createContextWith(
    t,
    'She grew up with hip-hop and post\u2011punk, bought an e-bow and hated synthpop.',
    'R.E.M. and AC/DC were on, and a keyboard broke.',
    'The neigh\u200bbour\u200bhood heard her.',
  )
  for (const query of ['hiphop', 'hip hop', 'postpunk', 'ebow', 'synth-pop', 'synth pop']) {
    t.match((await found(query))[0], /synthpop/, query)
  }
  for (const query of ['REM', 'ACDC', 'ac dc', 'key-board']) t.match((await found(query))[0], /R\.E\.M\./, query)
  t.match((await found('neighbourhood'))[0], /heard her/)
})

t.test('a name without a letter is found, and a query with nothing to look for says so', async (t) => {
  const { found, search, addText } = await createContextWith(
    t,
    'Her first review was of a record by !!! and she drew a 🎹 beside it.',
  )
  await addText('They sang for 🇮🇸 and came in $$$.')
  for (const query of ['!!!', '🎹', ' “!!!” ']) t.match((await found(query))[0], /first review/, query)
  for (const query of ['🇮🇸', '$$$']) t.match((await found(query))[0], /They sang/, query)
  t.match(await search('?!'), {
    passages: [],
    coverage: { complete: false, limitations: ['The query has no word that could be looked for.'] },
  })
})
