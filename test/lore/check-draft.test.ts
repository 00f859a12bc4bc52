import t from 'tap'
import { checkDraft } from '#src/research/lore/check-draft.ts'
import type { LoreInput } from '#src/research/lore/compose.ts'
import { type Draft, draftOf, evidenceFor, requestFor } from '#src/research/lore/draft.ts'
import type { DraftEvidence } from '#src/research/lore/draft-evidence.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { answersSaying, boundary, loreInput, passagesSaying } from './lore-input.ts'

const learned = 'I learned the zither from my aunt in Graz, one string a week.'
const recorded = 'Ilse Varga recorded “Weir” in a disused paper mill in the winter of 2014.'
const built = 'Ilse Varga built the second zither of the concert out of a drawer.'
const input = (more: Partial<LoreInput> = {}) =>
  loreInput({
    answers: answersSaying(learned),
    passages: passagesSaying(`${recorded}\n\n${built}`, { title: 'Salt and Strings' }),
    ...more,
  })

const evidenceOf = (parts: LoreInput): DraftEvidence[] => runAtOnce(evidenceFor(parts))
const idOf = (text: string) => evidenceOf(input()).find((one) => one.text === text)?.id ?? 'none'

type Sentence = Draft['sentences'][number]
const sentence = (text: string, ...quotes: string[]): Sentence => ({
  text,
  newParagraph: false,
  citations: quotes.map((quote) => ({ evidence: idOf(`${quote.replace(/\.$/, '')}.`), quote })),
})
const zither = sentence(`Ilse Varga says: “${learned}”`, learned)
const mill = sentence(`“Salt and Strings” says of Ilse Varga: ‘${recorded}’`, recorded)
const drawer = sentence(`It also says: “${built}”`, built)

/** What is left of a draft. */
const checked = (sentences: Sentence[], more: Partial<LoreInput> = {}) =>
  checkDraft({ sentences }, evidenceOf(input()), input(more))
/** The same beside two sentences that hold, so that it is told what becomes of this one. */
const holds = (one: Sentence, more: Partial<LoreInput> = {}) =>
  checked([zither, mill, one], more)?.text.includes(one.text) === true

t.test('a draft that holds stands as it was written; exactly its quotations are cited, where they stand', async (t) => {
  const lore = checked([zither, { ...mill, newParagraph: true }, drawer])
  t.equal(lore?.text, `${zither.text}\n\n${mill.text} ${drawer.text}`)
  t.same(
    lore?.citations.map(({ start, end, id, quoteStart, quoteEnd }) => [
      id,
      lore.text.slice(start, end),
      quoteEnd - quoteStart,
    ]),
    [
      ['entry-0', learned, learned.length],
      ['vault:source-0', recorded, recorded.length],
      ['vault:source-0', built, built.length],
    ],
  )
})

t.test('a sentence that cites nothing is dropped, and one wrong quotation drops its sentence', async (t) => {
  t.notOk(holds(sentence(`It says: “${built}”`)))
  const [cited] = drawer.citations
  for (const [what, quote, evidence] of [
    ['of words that its evidence does not have', 'Ilse Varga built the first zither', undefined],
    ['of other evidence', built, idOf(recorded)],
    ['of evidence that there is not', built, 'e99'],
    ['that the sentence does not have', recorded, idOf(recorded)],
    ['of a part, which may say something else', 'built the second zither', undefined],
    ['of nothing', '', undefined],
  ] as const) {
    const wrong = { quote, evidence: evidence ?? cited?.evidence ?? '' }
    t.notOk(holds({ ...drawer, citations: [wrong] }), what)
    t.notOk(holds({ ...drawer, citations: [...drawer.citations, wrong] }), `also ${what}`)
  }
  t.ok(holds(drawer))
})

t.test('what joins the quotations is of a closed set of words, whatever they would say', async (t) => {
  for (const joint of [
    'It never says: ',
    'It is not said: ',
    'It falsely says: ',
    'Bored, it also says: ',
    'The text of nine million dollars says: ',
    'In 1998 it says: ',
    'It says 3 times: ',
    'Jonas Hale says: ',
    'jonas hale says: ',
    'The tеxt says: ',
    'See https://varga.example: ',
    '[It says](varga.example): ',
    'It says, varga.example: ',
    'It says to @varga: ',
    'Without doubt it says: ',
    'It says 🎹: ',
  ])
    t.notOk(holds(sentence(`${joint}“${built}”`, built)), joint)
  t.ok(holds(sentence(`The text goes on: “${built}”`, built)))
})

t.test('a quotation that is not the artist’s is not given to the artist, and the artist’s is', async (t) => {
  for (const joint of ['Ilse Varga says: ', 'She says: ', 'In her words: ', 'Ilse Varga writes of the question: '])
    t.notOk(holds(sentence(`${joint}“${built}”`, built)), joint)
  t.notOk(holds(sentence(`Ilse Varga says: “${built}” and “${learned}”`, built, learned)))
  t.equal(checked([sentence(`It says: “${learned}”`, learned), mill, drawer])?.text, `${mill.text} ${drawer.text}`)
})

t.test('what a boundary names is not said, nor told to a model', async (t) => {
  const boundaries = [boundary('Please leave my aunt out of it.')]
  t.equal(checked([mill, zither, drawer], { boundaries })?.text, `${mill.text} ${drawer.text}`)
  const sent = JSON.stringify(requestFor(input({ boundaries }), evidenceOf(input({ boundaries }))))
  t.notMatch(sent.replace(/"instructions.*?(?=material)/, ''), /aunt/, 'neither the sentence nor the boundary')
})

t.test('a corrected claim is not repeated', async (t) => {
  const corrections = [{ claim: 'Ilse Varga built the second zither out of a drawer.', correction: null }]
  t.notOk(holds(drawer, { corrections }))
  t.notOk(evidenceOf(input({ corrections })).some(({ text }) => text === built))
})

t.test('nothing is said twice, and no more than Lore can hold', async (t) => {
  t.equal(checked([zither, mill, drawer, drawer])?.text, `${zither.text} ${mill.text} ${drawer.text}`)
  const maxChars = zither.text.length + 1 + mill.text.length
  t.equal(checked([zither, mill, drawer], { maxChars })?.text, `${zither.text} ${mill.text}`)
})

t.test('stray characters drop a sentence', async (t) => {
  for (const stray of ['\0', '\u202e', '\ud800']) t.notOk(holds({ ...drawer, text: `${drawer.text} ${stray}.` }))
})

t.test('a draft of which too little is left is none', async (t) => {
  const invented = sentence('Ilse Varga was born on a boat.')
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
