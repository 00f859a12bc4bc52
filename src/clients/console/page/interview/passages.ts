import type { Schemas } from '../../../typescript/index.ts'
import {
  countCodePoints,
  explainInvalidQuote,
  isOverlapping,
  splitSentenceRanges,
  type TextRange,
} from '../text/ranges.ts'

/** A passage that a question can begin with, short enough to be read at a glance. */
const [charsMin, charsMax] = [90, 420]
/** A heading, a date line or a list has few words in small letters. */
const plainWordsMin = 0.6

/**
 * Passages of a text that stand by themselves: whole sentences of one paragraph, the first of which names the artist
 * (in the artist's own posts it need not), and none that `cited` touches.
 */
export function findPassages(
  source: Pick<Schemas['Source'], 'kind'>,
  text: string,
  artist: string,
  cited: readonly TextRange[],
): TextRange[] {
  const names = new Set(
    listWords(artist)
      .filter((word) => word.length > 2)
      .map((word) => word.toLowerCase()),
  )
  const isNamed = (sentence: string) =>
    listWords(sentence).some((word) => names.has(word.toLowerCase().replace(/['’]s?$/u, '')))
  const isOwn = source.kind === 'social_caption'
  const sentences = splitSentenceRanges(text)
  const passages: TextRange[] = []
  for (const [at, first] of sentences.entries()) {
    const opening = text.slice(first.start, first.end)
    if (passages.some((one) => isOverlapping(one, first)) || !isWhole(text, first) || !(isOwn || isNamed(opening)))
      continue
    const passage = grow(text, sentences.slice(at))
    const quote = text.slice(passage.start, passage.end)
    const isCited = cited.some((one) => isOverlapping(one, passage))
    if (countCodePoints(quote) >= charsMin && !isCited && explainInvalidQuote(quote) === undefined)
      passages.push(passage)
  }
  return passages
}

/** The first sentence with those that follow it in its paragraph, while there is room. */
function grow(text: string, [first, ...rest]: readonly TextRange[]): TextRange {
  let passage = first ?? { start: 0, end: 0 }
  for (const next of rest) {
    const isNear = !/\n/.test(text.slice(passage.end, next.start)) && next.end - passage.start <= charsMax
    if (!isNear || !isWhole(text, next)) break
    passage = { start: passage.start, end: next.end }
  }
  return passage
}

/** A sentence in prose, with its stop and with a beginning of its own. */
function isWhole(text: string, { start, end }: TextRange): boolean {
  const sentence = text.slice(start, end)
  const words = listWords(sentence)
  const plain = words.filter((word) => /^\p{Ll}/u.test(word))
  const before = text.slice(0, start).trimEnd()
  const gap = text.slice(before.length, start)
  const isOpening =
    before === '' || /[.!?…。！？]["”’»)\]]*$/u.test(before) || gap.indexOf('\n') < gap.lastIndexOf('\n')
  return (
    end - start <= charsMax &&
    isOpening &&
    /[.!?…。！？]["”’»)\]]*$/u.test(sentence) &&
    // A label such as INTERVIEWER: in front of it says that another speaks.
    !/^[\p{L}\p{N} .’'-]{1,40}:\s/u.test(sentence) &&
    plain.length >= words.length * plainWordsMin
  )
}

const listWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
