import t from 'tap'
import { checkDraft } from '#src/research/lore/check-draft.ts'
import type { LoreInput } from '#src/research/lore/compose.ts'
import { type Draft, draftOf, evidenceFor, requestFor } from '#src/research/lore/draft.ts'
import { answersSaying, boundary, loreInput, passageSaying } from './lore-input.ts'

const learned = 'I learned the zither from my aunt in Graz, one string a week.'
const recorded = 'Ilse Varga recorded “Weir” in a disused paper mill in the winter of 2014.'
const walked = 'The critics of Linz walked out during the second set of the concert.'
const input = (more: Partial<LoreInput> = {}) =>
  loreInput({ answers: answersSaying(learned), passages: [passageSaying(`${recorded} ${walked}`)], ...more })

type Sentence = Draft['sentences'][number]
type Quoted = [evidence: string, quote: string]
const sentence = (text: string, ...quoted: Quoted[]): Sentence => ({
  text,
  newParagraph: false,
  citations: quoted.map(([evidence, quote]) => ({ evidence, quote })),
})
const zither = sentence('Ilse Varga says: “I learned the zither from my aunt in Graz.”', [
  'e1',
  'I learned the zither from my aunt in Graz',
])
const mill = sentence('Ilse Varga recorded “Weir” in a disused paper mill.', [
  'e2',
  'recorded “Weir” in a disused paper mill',
])
const linz = sentence('In Linz, critics walked out during the second set.', ['e3', 'walked out during the second set'])

/** What is left of a draft. */
function checked(sentences: Sentence[], more: Partial<LoreInput> = {}) {
  const asked = input(more)
  return checkDraft({ sentences }, evidenceFor(input()), asked)
}
/** The same beside two sentences that hold, so that it is told what becomes of this one. */
const holds = (one: Sentence, more: Partial<LoreInput> = {}) =>
  checked([zither, mill, one], more)?.text.includes(one.text) === true

t.test('a draft that holds stands as it was written; exactly its quotations are cited, where they stand', async (t) => {
  const lore = checked([zither, { ...mill, newParagraph: true }, linz])
  t.equal(lore?.text, `${zither.text}\n\n${mill.text} ${linz.text}`)
  t.same(
    lore?.citations.map(({ start, end, kind, id, quoteStart, quoteEnd }) => {
      const from = kind === 'answer' ? learned : `${recorded} ${walked}`
      t.equal(lore.text.slice(start, end), from.slice(quoteStart, quoteEnd))
      return [id, lore.text.slice(start, end)]
    }),
    [
      ['entry-0', 'I learned the zither from my aunt in Graz'],
      ['vault:source-0', 'recorded “Weir” in a disused paper mill'],
      ['vault:source-0', 'walked out during the second set'],
    ],
  )
})

t.test('a sentence that cites nothing is dropped, also one that hides behind one that does', async (t) => {
  t.notOk(holds(sentence('Critics walked out during the second set of the concert.')))
  const [cited] = linz.citations
  t.notOk(
    holds({ ...linz, text: `${linz.text} The concert was hers, and critics walked.`, citations: cited ? [cited] : [] }),
  )
  t.ok(holds(linz))
})

t.test('one wrong quotation drops its sentence', async (t) => {
  const text = 'In Linz, critics walked out during the second set.'
  const wrong: [string, Quoted][] = [
    ['of words that its evidence does not have', ['e3', 'critics walked out during']],
    ['of other evidence', ['e2', 'walked out during the second set']],
    ['of evidence that there is not', ['e9', 'walked out during the second set']],
    ['that the sentence does not have', ['e3', 'of the concert']],
    ['in another case', ['e3', 'Walked out during the second set']],
    ['of parts of words', ['e3', 'alked out during the second se']],
    ['of next to nothing', ['e3', 'out']],
    ['of nothing', ['e3', '']],
  ]
  for (const [what, quoted] of wrong) {
    t.notOk(holds(sentence(text, quoted)), what)
    t.notOk(
      holds({ ...linz, citations: [...linz.citations, { evidence: quoted[0], quote: quoted[1] }] }),
      `also ${what}`,
    )
  }
})

t.test('what joins the quotations may add neither a name, nor a figure, nor much else', async (t) => {
  const quoted: Quoted = ['e3', 'walked out during the second set']
  t.notOk(holds(sentence('In Linz, the critics of Salzburg walked out during the second set.', quoted)))
  t.notOk(holds(sentence('In 1998, the critics of Linz walked out during the second set.', quoted)))
  t.notOk(
    holds(
      sentence('Bored, furious, drunk, humiliated critics walked out during the second set, shouting abuse.', quoted),
    ),
  )
  t.ok(holds(sentence('Ilse Varga recalls that critics walked out during the second set.', quoted)))
})

t.test('what a boundary names is not said, nor what leans on it', async (t) => {
  const boundaries = [boundary('Please leave my aunt out of it.')]
  const leaning = sentence('It was recorded in the winter of 2014, in a paper mill.', ['e2', 'in the winter of 2014'])
  t.equal(checked([mill, zither, leaning, linz], { boundaries })?.text, `${mill.text} ${linz.text}`)
  t.equal(checked([mill, zither, leaning, linz])?.text, [mill, zither, leaning, linz].map(({ text }) => text).join(' '))
  const sent = JSON.stringify(requestFor(input({ boundaries }), evidenceFor(input({ boundaries }))))
  t.notMatch(sent, /aunt/, 'neither the sentence nor the boundary is told to a model')
})

t.test('a corrected claim is not repeated', async (t) => {
  const corrections = [{ claim: 'Critics walked out during the second set.', correction: 'They left before it.' }]
  t.notOk(holds(linz, { corrections }))
  t.notMatch(evidenceFor(input({ corrections })), [{ sentence: { text: walked } }])
})

t.test('nothing is said twice, and no more than Lore can hold', async (t) => {
  const again = sentence('Critics walked out during the second set in Linz.', [
    'e3',
    'walked out during the second set',
  ])
  t.equal(checked([zither, mill, linz, again])?.text, `${zither.text} ${mill.text} ${linz.text}`)
  const maxChars = zither.text.length + 1 + mill.text.length
  t.equal(checked([zither, mill, linz], { maxChars })?.text, `${zither.text} ${mill.text}`)
  t.notOk(
    holds({ ...linz, text: `${linz.text.slice(0, -1)} ${'of the concert '.repeat(60)}.` }),
    'nor an endless sentence',
  )
})

t.test('stray characters drop a sentence', async (t) => {
  for (const stray of ['\0', '\u202e', '\ud800'])
    t.notOk(holds({ ...linz, text: `${linz.text.slice(0, -1)} ${stray}.` }))
})

t.test('a draft of which too little is left is none', async (t) => {
  const invented = sentence('Ilse Varga was born on a boat.', ['e1', 'was born on a boat'])
  t.equal(checked([]), undefined)
  t.equal(checked([zither]), undefined, 'one sentence is no profile')
  t.ok(checked([zither, mill, invented, invented]))
  t.equal(checked([zither, mill, invented, invented, invented]), undefined, 'less than half')
})

t.test('only what has the form of a draft is one', async (t) => {
  t.ok(await draftOf({ sentences: [zither] }))
  for (const other of [null, [], 'x', {}, { sentences: 'x' }, { sentences: [{ ...zither, citations: [{}] }] }])
    t.equal(await draftOf(other), undefined)
})
