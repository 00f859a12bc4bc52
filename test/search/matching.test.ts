import t from 'tap'
import { findMatches } from '#src/evidence/search/match.ts'
import { parseQuery } from '#src/evidence/search/parse-query.ts'
import { chooseDistinctAnchors, choosePassages } from '#src/evidence/search/passages.ts'
import type { Anchor } from '#src/evidence/search/rank.ts'
import { createSearchContext } from './evidence.ts'

t.test('anchors of one revision stand apart by more than three sentences, the best first', (t) => {
  const anchor = (sentence: number, revision = 'a') => ({ revision, sentence }) as Anchor
  const anchors = [anchor(10), anchor(13), anchor(14), anchor(6), anchor(7), anchor(12, 'b')]
  const choose = (anchorsMax: number) => chooseDistinctAnchors(anchors, anchorsMax)
  t.same(choose(9), [anchor(10), anchor(14), anchor(6), anchor(12, 'b')])
  t.same(choose(2), [anchor(10), anchor(14)])
  t.end()
})

t.test('a passage grows by whole sentences, first the next one, to a thousand units or half of the room', (t) => {
  // Of a thousand sentences, each of seven units.
  const find = (_: string, at: number) => (at < 0 || at > 999 ? undefined : { start: 7 * at, end: 7 * at + 7 })
  const choose = (sentences: number[], limit: number, maxChars: number) => {
    const anchors = sentences.map((sentence) => ({ sourceId: 's', revision: 'r', segment: 0, sentence }))
    const { passages, truncated } = choosePassages(anchors, find, { limit, maxChars })
    return [...passages.map(({ start, end }) => [start / 7, end / 7]), truncated]
  }
  t.same(choose([500], 1, 10_000), [[430, 572], false])
  t.same(choose([0, 999], 2, 1_400), [[0, 100], [900, 1_000], false])
  t.same(choose([500, 525, 100, 900, 300], 9, 707), [[476, 526], [76, 126], [900, 901], true])
  t.end()
})

t.test('a word stands for one term, the first of two alike, or for all of a compound', (t) => {
  const match = (query: string, word: string) =>
    findMatches(parseQuery(query, ''), { word, stem: word } as never, []).map(({ term }) => term.word)
  t.same(match('hip hop records', 'hiphop'), ['hip', 'hop'])
  t.same(match('hip hop hiphop', 'hiphop'), ['hiphop'])
  t.same(match('mother parents', 'mom'), ['mother'])
  t.same(match('records', 'bell'), [])
  t.end()
})

/** Texts, each with the queries by which it is the first result among all of them. */
const found: Record<string, Record<string, string[]>> = {
  'whatever the case, accents, ligatures and apostrophes of either': {
    'Béla Szabó taught her the étude in Győr. It was Łódź that she missed, and Đorđe.': [
      ...['bela szabo', 'BÉLA SZABÓ', 'etude', 'Étude', 'gyor', 'Be\u0301la', 'Lodz', 'Dorde'],
    ],
    "She kept the singer's lamp, a façade of brass, in the rock'n'roll room.": [
      ...['singer’s lamp', "singer's lamp", 'singers lamp', 'facade', 'ﬁnd the façade'],
    ],
    'Her uncle Francois drew the Theatre of Besancon on the sleeve.': ['François', 'théâtre', 'Besançon'],
  },
  'in inflected, irregular, possessive and British forms': {
    'Two women sang on the porch while the wolves were howling.': [
      ...['woman singing', 'porches', 'wolf howls', 'she sings on porches'],
    ],
  },
  'though a word is misspelt': {
    'The harmonium stood under the stairs.': ['harmonuim', 'harmonum', 'harmoniumm', 'hramonium', 'stiars'],
    'Lindqvist tuned it in the evening.': ['Lindquist', 'ovening'],
  },
  "with the artist's own name, which does not outweigh the other words": {
    'A zither came to the house by boat.': [
      ...['Mara Quill zither', 'What did Mara Quill say about the zither?', 'Mara Quilll zither'],
    ],
  },
  'by nothing but common words or the own name': {
    'To be or not to be, Mara Quill hummed.': ['to be or not to be', 'Mara Quill'],
  },
  'by two words of three that are met together, and by one that is asked for the meaning of': {
    'A gray cat lives in the drawing room. Rubato bends the time.': [
      ...['a pet in the drawing cupboard', 'rubato definition', 'the reason for rubato'],
    ],
  },
  'in other scripts: without diacritics and particles, and in either form of a character': {
    'היא אמרה שָׁלוֹם בתחנה.': ['שלום'],
    '그는 낡은 오르간으로 노래를 만들었다.': ['오르간', '노래'],
    '她在台北的樂隊裡彈風琴，音樂老師很嚴格。': ['乐队', '音乐老师', '樂隊'],
    'كانت المدرسة في القاهرة، واسمها أمّ كلثوم.': ['المدرسه', 'القاهره', 'ام كلثوم'],
  },
  'as a compound in one word, with a hyphen and in two words': {
    'She grew up with hip-hop and post\u2011punk, bought an e-bow and hated synthpop.': [
      ...['hiphop', 'hip hop', 'postpunk', 'ebow', 'synth-pop', 'synth pop'],
    ],
    'R.E.M. and AC/DC were on, and a keyboard broke.': ['REM', 'ACDC', 'ac dc', 'key-board'],
    'The neigh\u200bbour\u200bhood heard her.': ['neighbourhood'],
  },
  'by a name without a letter': {
    'Her first review was of a record by !!! and she drew a 🎹 beside it.': ['!!!', '🎹', ' “!!!” '],
    'They sang for 🇮🇸 and came in $$$.': ['🇮🇸', '$$$'],
  },
}

t.test('a text is found', async (t) => {
  const context = await createSearchContext(t)
  for (const texts of Object.values(found)) for (const text of Object.keys(texts)) await context.addText(text)
  for (const [how, texts] of Object.entries(found)) {
    t.test(how, async (t) => {
      for (const [text, queries] of Object.entries(texts))
        for (const query of queries) t.equal((await context.found(query))[0], text, query)
    })
  }
})

t.test('related and misspelt words rank below the words themselves', async (t) => {
  const { addText, found, search } = await createSearchContext(t)
  const [passed, death] = ['My grandmother passed away in March.', 'Death is a card in her tarot pack.']
  for (const text of [passed, death, 'The marble was cold.', 'The marvle is a fish.']) await addText(text)
  t.same(await found('death'), [death, passed])
  t.same(await found('marvle'), ['The marvle is a fish.'], 'a word of a text is not taken for a misspelling')
  t.match(await search('?!'), {
    passages: { length: 0 },
    coverage: { complete: false, limitations: ['The query has no word that could be looked for.'] },
  })
})

t.test('a name that a text says once counts for all of its sentences', async (t) => {
  const { addText, found } = await createSearchContext(t)
  const other = 'I learn a fugue with my eyes, then I learn the next fugue.'
  const between = 'The hall was cold. Rain fell on the roof. A bell rang twice. The lamp went out.'
  const about = `Ida Lindqvist opens the door. ${between} I learn a fugue with my ears.`
  for (const text of [other, about]) await addText(text)
  t.same(await found('How does a pianist learn a fugue?'), [other, about])
  t.same(await found('How does Lindqvist learn a fugue?'), [about, other])
})

t.test('a question about something missing finds nothing by its common words', async (t) => {
  const { addText, found } = await createSearchContext(t)
  await addText('She took a tour of the islands with a friend and came home with a record.')
  for (let n = 0; n < 8; n += 1) await addText(`In town number ${n} she spoke about the weather and the roads.`)
  const queries = ['tour of Japan', 'Grammy nomination', 'record deal with Columbia Records', 'friend of Stravinsky']
  for (const query of queries) t.same(await found(query), [], query)
  t.same(await found('Which friend paid for the surgical operation after the tour of Japan?'), [], 'two words of seven')
  t.same(await found('weather or roads for a sculptor in winter'), [], 'two common words of four')
})

t.test('two words answer no question about a name that is in no text, or only in others', async (t) => {
  const { addText, found } = await createSearchContext(t)
  const text = 'Ida took a tour of the islands with a friend and came home with a record.'
  await addText(text)
  for (let n = 0; n < 8; n += 1) await addText(`In town number ${n} Lindqvist spoke about the weather and the roads.`)
  const ask = (who: string) => found(`Which record of a friend from the islands made ${who} sketch birds in winter?`)
  for (const who of ['a sculptor', 'Ida and Lindqvist']) t.equal((await ask(who))[0], text, who)
  const begun = 'Sculptors asked which record of a friend from the islands made one sketch birds in winter?'
  t.equal((await found(begun))[0], text, 'a capital at the beginning is no name')
  for (const who of ['Stravinsky', 'Lindqvist', 'Ida and Stravinsky']) t.same(await ask(who), [], who)
  await addText('Ein Freund von den Inseln brachte ihr eine Platte mit, die sie sehr liebte.')
  const german = 'Welche Platte von einem Freund liebte sie im Winter wegen der Vögel und der Tänze?'
  t.equal((await found(german)).length, 1, 'a noun of German is no name')
})
