import t from 'tap'
import { findTouched } from '#src/records/lore/edit.ts'
import { isDenial } from '#src/records/memory/exclusions/corrections.ts'
import { buildRules, findReason } from '#src/records/memory/exclusions/find-excluded.ts'
import { isInQuotes, isNegated } from '#src/records/memory/exclusions/words.ts'
import { leaning } from '#src/text/languages.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { measureExclusions, meetsBar } from './exclusions/measure.ts'

t.test('boundaries and corrections reach the labelled sentences of each language, not their neighbours', async (t) => {
  for (const measure of measureExclusions())
    t.ok(meetsBar(measure), `${measure.name}: ${measure.share.join(' of ')}`, { faults: measure.faults })
})

t.test('a short name reaches no other that only begins alike', async (t) => {
  const boundary = { id: 'b', wording: 'Please do not mention Maria.', questionKey: 'q', question: 'And?' }
  const rules = runAtOnce(buildRules('Nell Harrow', [boundary], []))
  t.ok(runAtOnce(findReason('I met Maria on a ferry.', rules)))
  t.equal(runAtOnce(findReason('I met Maren on a ferry.', rules)), undefined)
})

t.test('a sentence that leaves out all that is wrong of a claim repeats nothing wrong', async (t) => {
  const claim = 'Harrow studied with Jonas Hale in Vienna.'
  const rules = runAtOnce(
    buildRules('Nell Harrow', [], [{ id: 'c', claim, correction: 'I studied with Jonas Hale in Graz.' }]),
  )
  t.equal(runAtOnce(findReason('Nell Harrow studied with Jonas Hale for a year.', rules)), undefined)
  t.ok(runAtOnce(findReason('Nell Harrow studied with Jonas Hale in Vienna for a year.', rules)))
})

t.test('a sentence that emphasises a dropped claim repeats it, one that denies it does not', async (t) => {
  const claims = ['Quill studied in Vienna.', 'Quill was born in Leith in 1961.']
  const corrections = claims.map((claim, n) => ({ id: `c${n}`, claim, correction: null }))
  const rules = runAtOnce(buildRules('Mara Quill', [], corrections))
  for (const text of [
    'Quill not only studied in Vienna but taught there.',
    'Quill didn’t just study in Vienna but taught there.',
    'The organist Quill, no doubt the finest, was born in Leith in 1961.',
  ])
    t.ok(runAtOnce(findReason(text, rules)), text)
  for (const text of ['Quill never studied in Vienna.', 'Quill was not born in Leith in 1961, not only I say so.'])
    t.equal(runAtOnce(findReason(text, rules)), undefined, text)
})

t.test('a denial and a reference are words of their language, not parts of other words', async (t) => {
  for (const text of ['Jamás canté en Lyon.', 'Je n’ai pas chanté.', 'Weder Chor noch Orgel.', 'Non ho cantato.'])
    t.ok(isNegated(text), text)
  for (const text of [
    'El niño tocaba.',
    'À Noël, la nièce chantait.',
    'Im Mai sang sie in Kiel.',
    'Elle ne chante que le soir.',
    'Me ne andai a Roma.',
    'No solo canta, también toca.',
    'No sólo canta, también toca.'.normalize('NFD'),
    'Non seulement elle chante, elle joue.',
    'Elle n’a pas seulement chanté.',
    '歌うだけではない。',
  ])
    t.notOk(isNegated(text), text)
  for (const text of ['È falso.', 'Nein, das war in Kiel.', 'それは本当ではありません。', 'いいえ、違います。'])
    t.ok(isDenial(text), text)
  for (const text of ['父は no, と言った。', 'Éléonore isn’t rightly tuned.']) t.notOk(isDenial(text), text)
  for (const text of ['Apropos of this, she sang.', '「これは歌だ」', 'Él cantaba.', 'Deshalb sang sie.'])
    t.match(text, leaning)
  for (const text of ['東京 this', 'Éte this', 'Thistles grow.', 'Ellas Chor sang.']) t.notMatch(text, leaning)
})

t.test('neither a text nor a wording without a full stop is compared in one step', async (t) => {
  const long = '風琴の音は水の中'.repeat(500)
  const boundary = { id: 'b', wording: long, questionKey: 'q', question: 'And?' }
  const building = buildRules('Nell Harrow', [boundary], [{ id: 'c', claim: long, correction: long }])
  let steps = 0
  while (building.next().done !== true) steps += 1
  t.ok(steps > 3_000, `${steps} steps for the rules`)
  const rules = runAtOnce(buildRules('Nell Harrow', [{ ...boundary, wording: 'Nothing about the fire.' }], []))
  const comparing = findTouched({ text: long, citations: [] }, rules)
  for (steps = 0; comparing.next().done !== true; ) steps += 1
  t.ok(steps > 1_000, `${steps} steps for the text`)
})

t.test('a word is within quotation marks where the nearest before it opens', async (t) => {
  const rows = ['x', '"a x', '“a x', '«a» x', '„a“ x', '‚a’ x', '‘a x', '«a «b” x', '”a x', '«b» „a x']
  const within = rows.filter((text) => isInQuotes(text, text.length - 1))
  t.same(within, ['"a x', '“a x', '„a“ x', '‘a x', '«b» „a x'])
})
