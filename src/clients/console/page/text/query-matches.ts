import type { TextRange } from './windows.ts'

/** An English inflection adds at most so many letters to the stem. */
const endingMax = 3
/** Shorter words have to be equal: `in` is not the stem of `inks`. */
const stemMin = 3

/**
 * The words of a text that a query would find, for the eye alone: the service's own matching decides what is found.
 */
export function findQueryMatches(text: string, query: string): TextRange[] {
  const wanted = splitWords(query).map(({ segment }) => foldWord(segment))
  return splitWords(text)
    .filter(({ segment }) => wanted.some((word) => isSameWord(word, foldWord(segment))))
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }))
}

const splitWords = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)

const foldWord = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function isSameWord(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (shorter.length <= stemMin) return one === other || (shorter.length === stemMin && longer === `${shorter}s`)
  let same = 0
  while (same < shorter.length && shorter[same] === longer[same]) same += 1
  // A final e or y may give way to the ending: `make` and `making`, `story` and `stories`.
  return same >= Math.max(stemMin, shorter.length - 1) && longer.length - same <= endingMax
}
