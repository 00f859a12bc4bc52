import t from 'tap'
import { checkDraft } from '#src/research/lore/check-draft.ts'
import type { LoreInput } from '#src/research/lore/compose.ts'
import { buildModelRequest, type Draft, parseDraft, selectDraftEvidence } from '#src/research/lore/draft.ts'
import type { DraftEvidence } from '#src/research/lore/draft-evidence.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { buildAnswers, buildBoundary, buildLoreInput, buildPassages } from './lore-input.ts'

const learned = 'I learned the zither from my aunt in Graz, one string a week.'
const recorded = 'Ilse Varga recorded “Weir” in a disused paper mill in the winter of 2014.'
const built = 'Ilse Varga built the second zither of the concert out of a drawer.'
const input = (more: Partial<LoreInput> = {}) =>
  buildLoreInput({
    answers: buildAnswers(learned),
    passages: buildPassages(`${recorded}\n\n${built}`, { title: 'Salt and Strings' }),
    ...more,
  })

const selectEvidence = (parts: LoreInput): DraftEvidence[] => runAtOnce(selectDraftEvidence(parts))
const findId = (text: string) => selectEvidence(input()).find((one) => one.text === text)?.id ?? 'none'

type Sentence = Draft['sentences'][number]
const sentence = (text: string, ...quotes: string[]): Sentence => ({
  text,
  newParagraph: false,
  citations: quotes.map((quote) => ({ evidence: findId(`${quote.replace(/\.$/, '')}.`), quote })),
})
const zither = sentence(`Ilse Varga says: “${learned}”`, learned)
const mill = sentence(`“Salt and Strings” says of Ilse Varga: ‘${recorded}’`, recorded)
const drawer = sentence(`It also says: “${built}”`, built)

/** The valid part of a draft. */
const checkSentences = (sentences: Sentence[], more: Partial<LoreInput> = {}) =>
  checkDraft({ sentences }, selectEvidence(input()), input(more))
/** Whether one sentence stays in a draft beside two valid ones. */
const isKept = (one: Sentence, more: Partial<LoreInput> = {}) =>
  checkSentences([zither, mill, one], more)?.text.includes(one.text) === true

t.test('a valid draft is used unchanged; exactly its quotations are cited, at their place', async (t) => {
  const lore = checkSentences([zither, { ...mill, newParagraph: true }, drawer])
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

t.test('a sentence without a quotation is dropped, and one wrong quotation drops its sentence', async (t) => {
  t.notOk(isKept(sentence(`It says: “${built}”`)))
  const [cited] = drawer.citations
  for (const [title, quote, evidence] of [
    ['of words that its evidence does not have', 'Ilse Varga built the first zither', undefined],
    ['of other evidence', built, findId(recorded)],
    ['of evidence that there is not', built, 'e99'],
    ['that the sentence does not have', recorded, findId(recorded)],
    ['of a part, which may say something else', 'built the second zither', undefined],
    ['of nothing', '', undefined],
  ] as const) {
    const wrong = { quote, evidence: evidence ?? cited?.evidence ?? '' }
    t.notOk(isKept({ ...drawer, citations: [wrong] }), title)
    t.notOk(isKept({ ...drawer, citations: [...drawer.citations, wrong] }), `also ${title}`)
  }
  t.ok(isKept(drawer))
})

t.test('what joins the quotations is from a closed set of words', async (t) => {
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
    t.notOk(isKept(sentence(`${joint}“${built}”`, built)), joint)
  t.ok(isKept(sentence(`The text goes on: “${built}”`, built)))
})

t.test('only a quotation of the artist is attributed to the artist', async (t) => {
  for (const joint of ['Ilse Varga says: ', 'She says: ', 'In her words: ', 'Ilse Varga writes of the question: '])
    t.notOk(isKept(sentence(`${joint}“${built}”`, built)), joint)
  t.notOk(isKept(sentence(`Ilse Varga says: “${built}” and “${learned}”`, built, learned)))
  t.equal(
    checkSentences([sentence(`It says: “${learned}”`, learned), mill, drawer])?.text,
    `${mill.text} ${drawer.text}`,
  )
})

t.test('a bounded subject is neither in the text nor in the model’s input', async (t) => {
  const boundaries = [buildBoundary('Please leave my aunt out of it.')]
  t.equal(checkSentences([mill, zither, drawer], { boundaries })?.text, `${mill.text} ${drawer.text}`)
  const sent = JSON.stringify(buildModelRequest(input({ boundaries }), selectEvidence(input({ boundaries }))))
  t.notMatch(sent.replace(/"instructions.*?(?=material)/, ''), /aunt/, 'neither the sentence nor the boundary')
})

t.test('a corrected claim is not repeated', async (t) => {
  const corrections = [{ claim: 'Ilse Varga built the second zither out of a drawer.', correction: null }]
  t.notOk(isKept(drawer, { corrections }))
  t.notOk(selectEvidence(input({ corrections })).some(({ text }) => text === built))
})

t.test('nothing is repeated, and the text stays within Lore’s limit', async (t) => {
  t.equal(checkSentences([zither, mill, drawer, drawer])?.text, `${zither.text} ${mill.text} ${drawer.text}`)
  const charsMax = zither.text.length + 1 + mill.text.length
  t.equal(checkSentences([zither, mill, drawer], { charsMax })?.text, `${zither.text} ${mill.text}`)
})

t.test('stray characters drop a sentence', async (t) => {
  for (const stray of ['\0', '\u202e', '\ud800']) t.notOk(isKept({ ...drawer, text: `${drawer.text} ${stray}.` }))
})

t.test('a draft with too few valid sentences is discarded', async (t) => {
  const invented = sentence('Ilse Varga was born on a boat.')
  t.equal(checkSentences([]), undefined)
  t.equal(checkSentences([zither]), undefined, 'one sentence is no profile')
  t.ok(checkSentences([zither, mill, invented, invented]))
  t.equal(checkSentences([zither, mill, invented, invented, invented]), undefined, 'less than half')
})

t.test('only an object of the draft’s schema is a draft', async (t) => {
  t.ok(await parseDraft({ sentences: [zither] }))
  for (const other of [null, [], 'x', {}, { sentences: 'x' }, { sentences: [{ ...zither, citations: [{}] }] }])
    t.equal(await parseDraft(other), undefined)
})
