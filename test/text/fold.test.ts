import t from 'tap'
import { fold, foldWords } from '#src/text/fold.ts'
import { randomFrom, seed } from './seed.ts'
import { anyText } from './strings.ts'

t.test('case, accents, strokes, ligatures, apostrophes and invisible marks make no difference', async (t) => {
  const groups = [
    ['Café', 'cafe\u0301', 'CAFÉ', 'cafe', 'ca\u00adfe', 'ｃａｆｅ'],
    ['L’Été', "l'ete", 'l`été', 'l´été', 'L\u02bcE\u0301T\u00c9'],
    ['Straße', 'STRASSE', 'strasse'],
    ['ΟΔΟΣ', 'οδος', 'Οδός'],
    ['İstanbul', 'istanbul', 'ISTANBUL'],
    ['ﬁnal', 'FINAL', 'final'],
    ['Cœur', 'COEUR', 'cœur'],
    ['مـرحـبا', 'مرحبا', 'مَرْحَبًا', 'ﻣﺮﺣﺒﺎ'],
    ['۱۹۷۹', '1979', '١٩٧٩', '१९७९', '１９７９', '𝟏𝟗𝟕𝟗'],
    ['کتاب علی', 'كتاب علي', 'كتاب على'],
    ['樂隊', '乐队'],
    ['שָׁלוֹם', 'שלום'],
    ['Łódź Đorđe ĦŁĐ', 'lodz dorde hld'],
    ['ガット', 'ｶﾞｯﾄ', 'カ\u3099ット'],
  ]
  for (const [first = '', ...others] of groups) {
    for (const other of others) t.equal(fold(other), fold(first), `${other} as ${first}`)
  }
})

t.test('a part of a word folds as it does inside the word, so that prefixes can be matched', async (t) => {
  t.equal(fold('ΟΔΟΣ') + fold('Α'), fold('ΟΔΟΣΑ'))
})

t.test('distinguishing letters stay', async (t) => {
  const pairs = ['किताब कतब', 'ไม่ มา', 'resume résumés', 'don’t dont', 'Øre ore', '12 21', 'ハハ パパ', 'か が']
  for (const pair of pairs) {
    const [one, other] = pair.split(' ').map(fold)
    t.not(one, other, pair)
  }
})

t.test('folding twice changes nothing, for every character and for generated texts', async (t) => {
  t.comment(`SEED=${seed}`)
  const unstable: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    // Three quarters of the codes are surrogates, of private use or of no character.
    if (/[\p{Cs}\p{Co}\p{Cn}]/u.test(character)) continue
    const folded = fold(character)
    if (folded !== character && fold(folded) !== folded) unstable.push(character)
  }
  const random = randomFrom(seed)
  const texts = Array.from({ length: 500 }, () => anyText(random))
  t.same([...unstable, ...texts.filter((text) => fold(fold(text)) !== fold(text))], [])
})

t.test('words come folded, each with its window', async (t) => {
  const text = 'The _Legato_ touch—“Été 1913”, don’t: U.S. 😀 3.5 私は'
  const words = foldWords(text).map(({ word, start, end }) => `${word} ${text.slice(start, end)}`)
  t.same(words, [
    ...['the The', 'legato Legato', 'touch touch', 'ete Été', '1913 1913'],
    ...["don't don’t", 'u.s U.S', '3.5 3.5', '私 私', 'は は'],
  ])
  t.same(foldWords(' —…😀\r\n'), [])
})

t.test('generated texts: windows are whole, in order, disjoint, and fold to their word', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  for (let n = 0; n < 500; n++) {
    const text = anyText(random)
    let before = 0
    for (const { word, start, end } of foldWords(text)) {
      const slice = text.slice(start, end)
      if (start < before || end <= start || !slice.isWellFormed() || fold(slice) !== word) {
        return t.fail('a word does not fit its window', { text, word, start, end })
      }
      before = end
    }
  }
  t.pass('every word fits')
})

t.test('an invisible space parts no word of a script with spaces, and makes none in a script without', async (t) => {
  const thai = 'เสียงออร์แกนในโบสถ์เก่า'
  const spaced = 'เสียง\u200bออร์แกน\u200bใน\u200bโบสถ์\u200bเก่า'
  for (const [text, plain] of [
    [spaced, thai],
    ['neigh\u200bbour', 'neighbour'],
    ['الأُ\u200bرغن', 'الأرغن'],
  ] as const) {
    const [words, expected] = [text, plain].map((one) => foldWords(one).map(({ word }) => word))
    t.same(words, expected)
  }
})
