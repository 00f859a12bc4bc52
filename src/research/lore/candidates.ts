import { wordsOf } from '#src/text/fold.ts'
import { sentencesOf } from '#src/text/sentences.ts'
import { stemsOf } from './words.ts'

/** A saved answer as it stands now. */
export type LoreAnswer = { entryId: string; revision: string; questionKey: string; question: string; answer: string }

/** A window of an approved source: `text` begins at the offset `start` (UTF-16 code units) of that revision. */
export type LorePassage = { sourceId: string; revision: string; start: number; text: string; title: string | null }

/** A whole sentence that Lore may be made of, exactly as it stands at [quoteStart, quoteEnd) of what it is from. */
export type Candidate = {
  kind: 'answer' | 'original'
  id: string
  revision: string
  quoteStart: number
  quoteEnd: number
  text: string
  /** Its place in the answer or passage, counted from 0. */
  index: number
  words: string[]
  stems: Set<string>
  /** Whether it leans on the sentence before it, as one that begins with "He" or "After that" does. */
  leans: boolean
}

const leaning = new Set(
  (
    'he she it they him her them his hers its their theirs there then so but and or also yet such both here later' +
    ' however moreover instead still'
  ).split(' '),
)
const pointing = new Set(['this', 'that', 'these', 'those'])

/** Every sentence of an answer, in its order. */
export function sentencesOfAnswer({ entryId, revision, answer }: LoreAnswer): Candidate[] {
  return sentencesOf(answer).map(({ start, end }, index) =>
    candidate({
      kind: 'answer',
      id: entryId,
      revision,
      quoteStart: start,
      quoteEnd: end,
      index,
      text: answer.slice(start, end),
    }),
  )
}

/**
 * Every whole sentence of a passage, in its order. A passage that begins inside its source may begin inside a
 * sentence, so all is passed over up to the first full stop; one that is cut off at the end lacks its full stop and is
 * not usable.
 */
export function sentencesOfPassage({ sourceId, revision, start: offset, text }: LorePassage): Candidate[] {
  const sentences = sentencesOf(text).map(({ start, end }, index) =>
    candidate({
      kind: 'original',
      id: sourceId,
      revision,
      quoteStart: offset + start,
      quoteEnd: offset + end,
      index,
      text: text.slice(start, end),
    }),
  )
  if (offset === 0) return sentences
  const firstFinished = sentences.findIndex(({ text }) => isFinished(text))
  return firstFinished === -1 ? [] : sentences.slice(firstFinished + 1)
}

/** Whether a sentence ends in a mark that ends sentences, and not in a line break alone. */
export function isFinished(text: string): boolean {
  // A mark, and the quotation marks and brackets that close after it; longer rows are ornament.
  const [close = ''] = /(?<=^|[\p{L}\p{N}])[^\p{L}\p{N}]*$/u.exec(text.slice(-20)) ?? []
  return /[.!?…]/.test(close)
}

/** A sentence at its place, with its words. */
export function candidate(place: Omit<Candidate, 'words' | 'stems' | 'leans'>): Candidate {
  const words = wordsOf(place.text).map(({ word }) => word)
  return { ...place, words, stems: stemsOf(words), leans: leansBack(words) }
}

/** "He left", "This was new", "After that I stopped". */
function leansBack([first = '', second = '']: readonly string[]): boolean {
  return leaning.has(first) || pointing.has(first) || pointing.has(second)
}
