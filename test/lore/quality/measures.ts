import type { LoreInput } from '#src/research/lore/compose.ts'
import type { Lore } from '#src/research/lore/render.ts'
import { firstPerson } from '#src/research/lore/sentence.ts'
import { findOutsideForms } from '../fixed-forms.ts'
import {
  buildInput,
  type LabelledSentence,
  type LabelledText,
  readBoundaryCases,
  readCorrectionPairs,
} from './labelled.ts'

/** Makes a text of the composer's input; a baseline may do so as well. */
export type Composer = (input: LoreInput, texts: ReadonlyMap<string, string>) => Lore

/** Counts of one composer over the labelled set. The table divides them. */
export type Counts = Record<(typeof counted)[number], [number, number]>

/** Each is [how many, of how many]. */
const counted = [
  'exact',
  'insideForms',
  'ownFirstPerson',
  'needing',
  'deniedStanding',
  'hiddenCuts',
  'answersCited',
  'length',
] as const

export function countOver(texts: readonly LabelledText[], compose: Composer): Counts {
  const counts = Object.fromEntries(counted.map((name) => [name, [0, 0]])) as unknown as Counts
  for (const one of texts) {
    const input = buildInput(one)
    const lore = compose(input, listTexts(one))
    for (const [name, [part, all]] of Object.entries(countIn(one, input, lore)) as [keyof Counts, [number, number]][]) {
      counts[name][0] += part
      counts[name][1] += all
    }
  }
  return counts
}

const listTexts = ({ source, text, answers }: LabelledText) =>
  new Map([[source.sourceId, text], ...answers.map(({ entryId, answer }) => [entryId, answer] as const)])

function countIn(one: LabelledText, input: LoreInput, lore: Lore): Counts {
  const texts = listTexts(one)
  const exact = lore.citations.filter(
    ({ start, end, id, quoteStart, quoteEnd }) =>
      texts.get(id)?.slice(quoteStart, quoteEnd) === lore.text.slice(start, end),
  )
  const named = {
    artistName: one.artistName,
    questions: input.answers.map(({ question }) => question),
    sources: [one.source],
  }
  const outside = findOutsideForms(lore, named)
    .join('')
    .replaceAll(/[\s\ufffc]/g, '').length
  const quoted = one.sentences.filter((sentence) => isCited(lore, one, sentence))
  const first = quoted.filter(({ start, end }) => firstPerson.test(one.text.slice(start, end)))
  const joins = findJoins(lore, texts)
  const cited = new Set(lore.citations.map(({ id }) => id))
  return {
    exact: [exact.length, lore.citations.length],
    insideForms: [lore.text.length - outside, lore.text.length],
    ownFirstPerson: [first.filter(({ speaker }) => speaker === 'A').length, first.length],
    needing: [quoted.filter((sentence) => lacksContext(lore, one, sentence)).length, quoted.length],
    deniedStanding: [
      quoted.filter((sentence) => isDenied(lore, one, sentence)).length,
      one.sentences.filter(({ denial }) => denial === 'd').length,
    ],
    hiddenCuts: [joins.filter(({ isHidden }) => isHidden).length, joins.length],
    answersCited: [one.answers.filter(({ entryId }) => cited.has(entryId)).length, one.answers.length],
    length: [lore.text.length, 1],
  }
}

/** The citation with most of a sentence, where there is one. */
const findCitation = (lore: Lore, { source }: LabelledText, { start, end }: LabelledSentence) =>
  lore.citations.find(
    ({ id, quoteStart, quoteEnd }) =>
      id === source.sourceId && Math.min(end, quoteEnd) - Math.max(start, quoteStart) > (end - start) / 2,
  )

const isCited = (...parts: Parameters<typeof findCitation>) => findCitation(...parts) !== undefined

const findParagraph = (lore: Lore, at: number) => lore.text.slice(0, at).split('\n\n').length

/** Whether what a sentence needs is missing before it: the sentence before, or the artist's name. */
function lacksContext(lore: Lore, one: LabelledText, sentence: LabelledSentence): boolean {
  const citation = findCitation(lore, one, sentence)
  if (sentence.alone === '+' || citation === undefined) return false
  const before = one.sentences[one.sentences.indexOf(sentence) - 1]
  const cited = before && findCitation(lore, one, before)
  if (
    cited !== undefined &&
    cited.start <= citation.start &&
    findParagraph(lore, cited.start) === findParagraph(lore, citation.start)
  )
    return false
  const paragraph = lore.text.slice(lore.text.lastIndexOf('\n\n', citation.start) + 1, citation.start)
  return sentence.alone === '-' || !paragraph.includes(one.artistName.split(' ').at(-1) ?? '')
}

/** Whether a denied sentence is quoted without the one after it that denies it. */
function isDenied(lore: Lore, one: LabelledText, sentence: LabelledSentence): boolean {
  if (sentence.denial !== 'd') return false
  const denial = one.sentences.slice(one.sentences.indexOf(sentence)).find((other) => other.denial === 'D')
  return denial === undefined || !isCited(lore, one, denial)
}

/** Adjacent citations of a paragraph; hidden: words between them are left out without a mark. */
function findJoins({ text, citations }: Lore, texts: ReadonlyMap<string, string>): { isHidden: boolean }[] {
  const sorted = citations.toSorted((a, b) => a.start - b.start)
  return sorted.flatMap((citation, at) => {
    const before = sorted[at - 1]
    const joint = before === undefined ? '\n\n' : text.slice(before.end, citation.start)
    if (before === undefined || joint.includes('\n\n') || before.id !== citation.id) return []
    const gap = texts.get(citation.id)?.slice(before.quoteEnd, citation.quoteStart) ?? ''
    return [
      { isHidden: (citation.quoteStart < before.quoteEnd || /[\p{L}\p{N}]/u.test(gap)) && !joint.includes('[…]') },
    ]
  })
}

/** Corrected claims in the text, and lost neighbours, of those that are quoted without corrections. */
export function countCorrections(compose: Composer): { dependent: [number, number]; lost: [number, number] } {
  const pairs = readCorrectionPairs()
  const isQuoted = (text: string, pair: (typeof pairs)[number] | undefined) => {
    const one = buildLabelledText(text, 'Nell Harrow')
    const corrections = pair === undefined ? [] : [{ claim: pair.claim, correction: pair.correction }]
    return compose({ ...buildInput(one), corrections }, listTexts(one)).text.includes(text)
  }
  const repeats = pairs.filter(({ repeat }) => isQuoted(repeat, undefined))
  const neighbours = pairs.filter(({ neighbour }) => isQuoted(neighbour, undefined))
  return {
    dependent: [repeats.filter((pair) => isQuoted(pair.repeat, pair)).length, repeats.length],
    lost: [neighbours.filter((pair) => !isQuoted(pair.neighbour, pair)).length, neighbours.length],
  }
}

/** Sentences that boundaries exclude: rightly, wrongly, and missed ones. */
export function countBoundaries(compose: Composer): {
  precision: [number, number]
  recall: [number, number]
  faults: string[]
} {
  const faults: string[] = []
  let [right, fired, expected] = [0, 0, 0]
  for (const { wording, sentences } of readBoundaryCases()) {
    const one = {
      ...buildLabelledText('', 'Nell Harrow'),
      answers: sentences.map(({ text }, n) => ({ ...answer, entryId: `${n}`, questionKey: `q${n}`, answer: text })),
    }
    const boundaries = [{ wording, questionKey: 'bounded', question: 'And what else?' }]
    const { citations } = compose({ ...buildInput(one), boundaries }, listTexts(one))
    const cited = new Set(citations.map(({ id }) => id))
    for (const [n, { text, isMeant }] of sentences.entries()) {
      const isOut = !cited.has(`${n}`)
      right += isOut && isMeant ? 1 : 0
      fired += isOut ? 1 : 0
      expected += isMeant ? 1 : 0
      if (isOut !== isMeant) faults.push(`${isMeant ? 'kept' : 'lost'}: ${wording} | ${text}`)
    }
  }
  return { precision: [right, fired], recall: [right, expected], faults }
}

const answer = {
  entryId: '',
  revision: 'a',
  questionKey: '',
  question: 'What do you remember of it?',
  answer: '',
  sitting: 1,
}

const buildLabelledText = (text: string, artistName: string): LabelledText => ({
  artistName,
  kind: 'profile',
  text,
  sentences: [],
  answers: [],
  source: {
    sourceId: 'vault:pair',
    revision: 'a',
    title: null,
    publisher: null,
    publishedAt: null,
    kind: 'vault',
    speaker: null,
  },
})
