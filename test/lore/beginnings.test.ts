import t from 'tap'
import { needsContext } from '#src/research/lore/anaphora.ts'
import { composeLore } from './compose-lore.ts'
import { buildAnswers, buildLoreInput, buildPassages } from './lore-input.ts'

type Parts = Parameters<typeof buildLoreInput>[0]
const composeText = (parts: Parts) => composeLore(buildLoreInput(parts)).text
const ofSource = (text: string) => composeText({ passages: buildPassages(text) })

t.test('a sentence that joins, continues or answers what was said before needs it', async (t) => {
  for (const text of [
    'There are newer ones in the shop, but nobody plays them.',
    'Knowing, however, that a zither pays little, I took the ferry job.',
    'For example, I tune the lowest string by the foghorn.',
    'In fact I never liked the second side.',
    'First some slow scales, perhaps with the window open.',
    'From a very old sexton on the island, in exchange for a bicycle.',
    'I have spoken of the cold, and the choir was colder.',
    'What came next was a winter without a single string.',
    'I took the advice and sold the van.',
    'The boy will never learn it.',
    'I met the young composer only once.',
    'Varga as patiently tunes every string of it.',
    'Even here I kept my hat on.',
    'I do not mean to say that ferries are slow.',
    'My subsequent lessons were in Bruck.',
    'For more advanced players I have a second zither.',
    'First I go over the songs with my aunt.',
    'I go over the work with my aunt.',
    'A singer understands hers, and a ferryman does not.',
    'Perhaps the next day I have forgotten a string.',
  ])
    t.equal(needsContext(text), true, text)
  for (const text of [
    'There are three zithers in the kitchen, and none of them is mine.',
    'Old strings are the lucky ones, as my aunt used to say.',
    'I knew the man who built zithers in Bruck.',
    'I tune as slowly as I can.',
    'I like the work of Jonas Hale.',
    'I write a piece in a week, and the piece is short.',
    'From the roof of the ferry I could hear the choir of Graz.',
    'I took the advice of a ferryman.',
    'My brother was ill, and the boy could not sing.',
  ])
    t.equal(needsContext(text), false, text)
})

t.test('what is said to the interviewer alone stays out, and the rest of the speech is kept', async (t) => {
  const lore = ofSource(
    'Ilse Varga lives in Graz.\n\n“I built my first zither out of a kitchen drawer in Graz. As you say, ' +
      'it is a strange ' +
      'instrument for a ferryman’s daughter. My aunt gave me the wire of a henhouse for the strings,” says Varga.',
  )
  t.match(lore, /kitchen drawer/)
  t.match(lore, /henhouse/)
  t.notMatch(lore, /As you say/)
})

t.test('what answers a question that the narrator tells of does not follow another sentence', async (t) => {
  const lore = ofSource(
    'Ilse Varga lives in Graz.\n\n“I am writing a suite for zither and foghorn,” says Ilse Varga. The question where ' +
      'she had found a foghorn in a town without a coast made her laugh for some time. “With a bicycle and ' +
      'a very long ' +
      'rope, from the brewery behind the station of Bruck. My aunt has promised to play it at my wedding ' +
      'in June,” she says.',
  )
  t.match(lore, /suite for zither/)
  t.notMatch(lore, /bicycle/)
})

t.test('a short sentence says nothing alone, and may follow what it is about', async (t) => {
  const lore = ofSource(
    'Ilse Varga has played the zither at two hundred weddings in Styria. She cried. She cried at one of them, in 1994, ' +
      'because the bride was her teacher.',
  )
  t.match(lore, /weddings in Styria\. She cried\. She cried at one/)
  t.equal(ofSource('Ilse Varga lives in Graz.\n\n“I did not,” says Varga.').includes('did not'), false)
})

t.test('a speaker’s "her" has a person before it in what is quoted', async (t) => {
  const speech =
    '“For a year I was allowed five notes on the zither. I wept every evening, and I have thanked her ever since,”'
  const lore = ofSource(`Ilse Varga lives in Graz.\n\n${speech} says Varga.`)
  t.match(lore, /five notes/)
  t.notMatch(lore, /thanked her/)
  t.match(
    ofSource(`Ilse Varga lives in Graz.\n\n${speech.replace('I was allowed', 'my aunt gave me')} says Varga.`),
    /thanked her/,
  )
})

t.test('an answer keeps its yes or no', async (t) => {
  const [answer] = buildAnswers('No. We were tired of the van, and two of us had small children in Graz.')
  if (answer === undefined) return t.fail()
  t.match(composeText({ answers: [{ ...answer, question: 'Did you part in anger?' }] }), /answers: “No\. We were tired/)
})

t.test('a long answer has the room that short ones leave', async (t) => {
  const long =
    'I sold the van in March. The man who bought it kept the strings that were under the seat, and wrote to me about ' +
    'them. He had a daughter of seven who had put them on a box. I went to hear her, and she played the ' +
    'foghorn tune. ' +
    'I have taught her on Sundays since, in exchange for eggs.'
  const answers = buildAnswers('Rain.', 'No.', 'Graz.', 'The ferry.', 'Two.', 'Eggs.', 'My aunt.', 'Salt.', long)
  t.match(composeText({ answers }), /in exchange for eggs/)
})

t.test('in an interview of questions, one that does not say "you" is a question too', async (t) => {
  const lore = ofSource(
    'Ilse Varga on zithers, ferries and rain.\n\nHow did the zither begin?\n\nI found a zither under my ' +
      'aunt’s bed in Graz in ' +
      'the winter of 1991.\n\nDid you have lessons?\n\nI had one lesson from my aunt and forty from the ' +
      'radio.\n\nWhere do ' +
      'you write?\n\nOn the ferry.\n\nWhat do you read?\n\nTimetables.',
  )
  t.match(lore, /“I found a zither under my aunt’s bed/)
  t.notMatch(lore, /How did the zither begin/)
})

t.test('the first person of a text in another language is not taken for the narrator', async (t) => {
  for (const text of [
    'Ilse Varga wohnt in Graz. Ilse Varga hat mir am Bahnhof eine Zither gezeigt und lange gelacht.',
    'Ilse Varga habite à Graz. Ilse Varga joue de la cithare et je la trouve admirable en tout.',
  ])
    t.notMatch(ofSource(text), /gelacht|admirable/)
})

t.test('"her first record" is the artist’s where the text has spoken of no other person', async (t) => {
  const begins = 'Ilse Varga is a zither player from Graz, and one of the last of her trade.\n\n'
  const record = 'Her first record, “Salt Strings”, was made on a ferry in 2009 and sold by the ferrymen.'
  t.match(ofSource(begins + record), /of Varga: ‘Her first record/)
  t.notMatch(ofSource(`${begins}Her sister Anna sings in the opera of Graz.\n\n${record}`), /Her first record/)
})

t.test('a text does not begin with a person of the artist’s', async (t) => {
  const about =
    'Ilse Varga carves an organ out of lake ice in every January of her life.\n\n' +
    'Her assistant, a student named Pia Holm, carries the candles across the lake.'
  t.notMatch(ofSource(about), /^[^:]*: .Her assistant/)
})

t.test('a text does not begin with the answer to a question', async (t) => {
  const [answer] = buildAnswers('Wetter. My grandmother was born with a cough, and she kept it by the stove.')
  if (answer === undefined) return t.fail()
  const passages = buildPassages('“I recorded the ferry songs in a net loft above the harbour,” says Ilse Varga.')
  const answers = [{ ...answer, question: 'How did your zither come back from your uncle?' }]
  t.match(
    composeText({ passages, answers }),
    /^On recording, Ilse Varga says: “I recorded[\s\S]*Wetter\. My grandmother/,
  )
})

t.test('an answer that puts something right corrects it wherever it is said', async (t) => {
  const text = 'Ilse Varga came to Graz at the age of six, with two aunts and a zither.'
  const age = 'I was seven, not six, when we came to Graz.'
  const pairs = [
    [age, text],
    [
      'It was not a harp but a zither that I found in Graz.',
      'Ilse Varga found a harp in Graz under the bed of an aunt.',
    ],
    ['“Salt Strings” was recorded in Bruck, not Graz.', 'Ilse Varga recorded “Salt Strings” in Graz in one night.'],
    [
      'I was eight, not six, when I first played in public.',
      'Ilse Varga has played the zither in public ever since she was six.',
    ],
  ]
  for (const [answer = '', claim = ''] of pairs) {
    t.match(ofSource(claim), claim)
    t.notMatch(composeText({ answers: buildAnswers(answer), passages: buildPassages(claim) }), claim)
  }
  const other = 'Ilse Varga has six zithers, and lends them to the school in Bruck.'
  t.match(composeText({ answers: buildAnswers(age), passages: buildPassages(other) }), /six zithers/)
  const played = 'Ilse Varga has six zithers, and played all of them in Bruck.'
  t.match(composeText({ answers: buildAnswers(pairs[3]?.[0] ?? ''), passages: buildPassages(played) }), /six zithers/)
  const fun = buildAnswers('For fun, not money.')
  const money = 'Ilse Varga lost all her money on a ferry, and found some of it in a zither.'
  t.match(
    composeText({ answers: fun, passages: buildPassages(money) }),
    /lost all her money/,
    'which says nothing of what',
  )
})

t.test(
  'a speaker’s "you see" or "later" is left out at the beginning of what is quoted, and kept inside it',
  async (t) => {
    const speech = (words: string) => ofSource(`Ilse Varga lives in Graz.\n\n“${words}” says Varga.`)
    const rest = 'I built a zither out of a kitchen drawer in Graz, and I sold it to a ferryman.'
    for (const filling of ['You see, ', 'Yes, ', 'Later ', 'In my own case ', 'For myself '])
      t.match(speech(`${filling}${rest}`), /: “I built a zither out of/, filling)
    t.match(speech(`${rest} Later I bought it back from his widow.`), /ferryman\. Later I bought it back/)
    t.notMatch(
      speech('Then I would own a zither out of a kitchen drawer in Graz.'),
      /kitchen drawer/,
      'a condition stays',
    )
  },
)

t.test('what follows a corrected sentence is kept where it is understood without it', async (t) => {
  const passages = buildPassages(
    'Ilse Varga lives in Graz.\n\n“I began to play in Bruck with a pupil of Hale. Later I was taken to Trieste, where ' +
      'some ferrymen did a great deal for me. Then I made my first record in a net loft,” says Varga.',
  )
  const corrections = [{ claim: 'I began to play in Bruck with a pupil of Hale.', correction: null }]
  const text = composeText({ passages, corrections })
  t.match(text, /“I was taken to Trieste, .* Then I made my first record/)
  t.notMatch(text, /Bruck/)
})

t.test('a narrator’s run begins neither with a room nor with a thing of somewhere else', async (t) => {
  const plays = 'Ilse Varga plays the zither on the ferry to Trieste in every winter.'
  for (const trivial of [
    'Ilse Varga wears her brown hair in two plaits, and ties them behind the zither when she plays it.',
    'The Department of Zithers was founded in the winter of 1998 by Ilse Varga and eleven ferrymen.',
  ])
    t.notMatch(ofSource(`${trivial} ${plays}`), /plaits|Department/, trivial)
})
