import t from 'tap'
import { readQuery } from '#src/evidence/search/parse-query.ts'
import { likeness, slipsBetween } from '#src/evidence/search/spelling.ts'
import { familyOf, stemOf } from '#src/evidence/search/stemmer.ts'
import { searchWordsOf } from '#src/evidence/search/tokenize.ts'

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
    const stems = forms.split(' ').map(stemOf)
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
    t.not(stemOf(one as string), stemOf(other as string))
  }
})

t.test('relatives share a family', async (t) => {
  for (const words of [
    'teach teacher taught teachers',
    'music musical musically musician',
    'compose composer composition',
  ]) {
    t.equal(new Set(words.split(' ').map(familyOf)).size, 1, words)
  }
})

t.test('a slip is a letter too many, too few, wrong, or two exchanged; short words allow none', async (t) => {
  t.equal(slipsBetween('harmonium', 'harmonium'), 0)
  t.equal(slipsBetween('harmonium', 'harmonuim'), 1)
  t.equal(slipsBetween('organ', 'orga'), 1)
  t.equal(slipsBetween('', 'abc'), 3)
  t.equal(likeness('bass', 'base'), 0)
  t.equal(likeness('organ', 'borgan'), 0)
  t.ok(likeness('harmonuim', 'harmonium') > 0.8)
  t.equal(likeness('harmonium', 'pandemonium'), 0)
})

t.test('an apostrophe parts words, a possessive s is none', async (t) => {
  const words = (text: string) => searchWordsOf(text).map(({ word }) => word)
  t.same(words("Ruskin's d’Annunzio rock'n'roll"), ['ruskin', 'd', 'annunzio', 'rock', 'n', 'roll'])
  t.same(words('_soft_ pump-organ'), ['soft', 'pump', 'organ'])
})

t.test('what a query asks for: telling words, names, neighbours, and a number where one is asked for', async (t) => {
  const { terms, pairs } = readQuery('How many pump organs did Ivo Lantern own?', 'Ivo Lantern')
  t.same(
    terms.filter(({ hint }) => !hint).map(({ word }) => word),
    ['pump', 'organs', 'ivo', 'lantern', 'own'].slice(0, 4),
  )
  t.ok(terms.some(({ hint }) => hint))
  t.same(pairs[0], [0, 1])
  t.ok((terms[2]?.weight ?? 1) < (terms[0]?.weight ?? 0), 'the own name counts less')
  t.same(readQuery('word '.repeat(100), '').terms.length, 1)
})
