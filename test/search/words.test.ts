import t from 'tap'
import { parseQuery } from '#src/evidence/search/parse-query.ts'
import { computeSimilarity } from '#src/evidence/search/spelling.ts'
import { tokenizeForSearch } from '#src/evidence/search/tokenize.ts'
import { computeEditDistance } from '#src/text/edit-distance.ts'
import { stemWord } from '#src/text/stemmer.ts'

t.test('inflected forms share a stem, words that only look alike do not', async (t) => {
  for (const forms of [
    'sing sings singing sang sung',
    'study studies studied studying',
    'practise practice practised practising',
    'child children',
    'stop stopped stopping',
    'hope hopes hoped hoping',
    'analyse analyzes analysed',
    'use used using',
    'colour colors colored',
    'travel traveled travelling',
    'box boxes',
    'leave left leaving',
    'agree agreed agreeing',
  ]) {
    const stems = forms.split(' ').map(stemWord)
    t.equal(new Set(stems).size, 1, `${forms}: ${stems}`)
  }
  for (const [one, other] of [
    ['bus', 'busy'],
    ['bass', 'base'],
    ['hour', 'hor'],
    ['need', 'ne'],
    ['string', 'str'],
    ['king', 'k'],
  ]) {
    t.not(stemWord(one as string), stemWord(other as string))
  }
})

t.test('a misspelling is a letter too many, too few, wrong, or two exchanged; short words allow none', async (t) => {
  t.equal(computeEditDistance('harmonium', 'harmonium'), 0)
  t.equal(computeEditDistance('harmonium', 'harmonuim'), 1)
  t.equal(computeEditDistance('organ', 'orga'), 1)
  t.equal(computeEditDistance('', 'abc'), 3)
  t.equal(computeSimilarity('bass', 'base'), 0)
  t.equal(computeSimilarity('organ', 'borgan'), 0)
  t.ok(computeSimilarity('harmonuim', 'harmonium') > 0.8)
  t.equal(computeSimilarity('harmonium', 'pandemonium'), 0)
})

t.test(
  'the parts of compounds, contractions and initials are words, and all of one together; a possessive s is none',
  async (t) => {
    const words = (text: string) => tokenizeForSearch(text).map(({ word }) => word)
    t.same(words("Ruskin's d’Annunzio rock'n'roll"), [
      'ruskin',
      'd',
      'annunzio',
      'dannunzio',
      'rock',
      'n',
      'roll',
      'rocknroll',
    ])
    t.same(words('_soft_ hip-hop post\u2011punk'), ['soft', 'hip', 'hop', 'hiphop', 'post', 'punk', 'postpunk'])
    t.same(words('R.E.M., AC/DC and 1,000 more — no-one'), [
      ...['r', 'e', 'm', 'rem', 'ac', 'dc', 'acdc', 'and', '1000', 'more', 'no', 'one', 'noone'],
    ])
    t.same(words('neigh\u200bbour\u200bhood').at(-1), 'neighbourhood')
  },
)

t.test('a query has its informative words, without the own name, and its compounds', async (t) => {
  const { terms, compounds } = parseQuery('How many pump-organs did Ivo Lantern own?', 'Ivo Lantern')
  t.same(
    terms.map(({ word }) => word),
    ['pump', 'organs'],
  )
  t.same([...compounds], [['pumporgan', [0, 1]]])
  t.same(
    parseQuery('Ivo Lantern', 'Ivo Lantern').terms.map(({ word }) => word),
    ['ivo', 'lantern'],
  )
  t.same(parseQuery('word '.repeat(100), '').terms.length, 1)
})
