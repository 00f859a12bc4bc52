import type { TextRange } from './windows.ts'

/** Endings of English inflections, where at least three letters are left. */
const ending = /(?<=...)(?:ies|ing|ed|es|[esy])$/

/**
 * The words of a text that a query would find, for the eye alone: the service's own matching decides what is found.
 */
export function findQueryMatches(text: string, query: string): TextRange[] {
  const wanted = new Set(splitWords(query).map(({ segment }) => stemWord(segment)))
  return splitWords(text)
    .filter(({ segment }) => wanted.has(stemWord(segment)))
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }))
}

const splitWords = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)

/** Folded, without its ending, and without the doubling before it: `running` is `run`. */
const stemWord = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(ending, '')
    .replace(/(?<=..)(\p{L})\1$/u, '$1')
