import t from 'tap'
import { parseQuery } from '#src/evidence/search/parse-query.ts'
import { computeEditDistance, computeSimilarity } from '#src/evidence/search/spelling.ts'
import { computeWordFamily, stemWord } from '#src/evidence/search/stemmer.ts'
import { tokenizeForSearch } from '#src/evidence/search/tokenize.ts'

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

t.test('related words share a family', async (t) => {
  for (const words of [
    'teach teacher taught teachers',
    'music musical musically musician',
    'compose composer composition',
  ]) {
    t.equal(new Set(words.split(' ').map(computeWordFamily)).size, 1, words)
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

t.test('an apostrophe separates words, a possessive s is none', async (t) => {
  const words = (text: string) => tokenizeForSearch(text).map(({ word }) => word)
  t.same(words("Ruskin's d’Annunzio rock'n'roll"), ['ruskin', 'd', 'annunzio', 'rock', 'n', 'roll'])
  t.same(words('_soft_ pump-organ'), ['soft', 'pump', 'organ'])
})

t.test('a query has its informative words, names, neighbours, and a number where it asks for one', async (t) => {
  const { terms, pairs } = parseQuery('How many pump organs did Ivo Lantern own?', 'Ivo Lantern')
  t.same(
    terms.filter(({ hint }) => !hint).map(({ word }) => word),
    ['pump', 'organs', 'ivo', 'lantern', 'own'].slice(0, 4),
  )
  t.ok(terms.some(({ hint }) => hint))
  t.same(pairs[0], [0, 1])
  t.ok((terms[2]?.weight ?? 1) < (terms[0]?.weight ?? 0), 'the own name counts less')
  t.same(parseQuery('word '.repeat(100), '').terms.length, 1)
})
