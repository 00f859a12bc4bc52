import { segmentText } from './segments.ts'
import { simplifyHan } from './simplified-han.ts'
import { runAtOnce, type TimeSliced } from './time-slices.ts'
import { closeWords } from './words.ts'

/**
 * Folding, for matching only: what is found by it is always returned as the exact part of its text. English inflection
 * is not folded here; a caller that wants it puts its own stems on top of these words.
 */

/** A word in its folded form and its window in the text: UTF-16 code units, [start, end). */
export type FoldedWord = { word: string; start: number; end: number }

/**
 * Accents and the like, and the points of Hebrew and Syriac, which most texts leave out. Other marks that belong to one
 * script (the vowels of Devanagari or Thai) make words and stay, and so do the voicing marks of kana.
 */
const accents = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Syriac}]]--[\u3099\u309a]]/gv
/**
 * Letters that Unicode does not take apart, and that are typed plain without such a key; ø and æ are letters of their
 * own. The Arabic ones are written differently by Persian and Urdu keyboards, or by habit.
 */
const plain: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', œ: 'oe', ς: 'σ' },
  ...{ ی: 'ي', ى: 'ي', ک: 'ك', ڪ: 'ك', ہ: 'ه', ە: 'ه', ھ: 'ه', ة: 'ه', ٱ: 'ا' },
}
const variants = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')
/** Decimal digits of any script; Unicode has the ten of each in a row, beginning with zero. */
const digits = /\p{Nd}/gu
/**
 * Thirty marks in a row, with more to come. Putting marks in their order takes the square of their number, and a text
 * of nothing else some seconds; a joiner after each thirty parts them (Unicode Standard Annex 15, section 13).
 */
const longRun = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu
/**
 * Soft hyphens, joiners and direction marks: invisible, and scattered by copying from other programs. The tatweel only
 * stretches an Arabic word.
 */
const invisible = /[\p{Cf}\u0640]/gu
const ascii = /^[\x20-\x7e]*$/
const apostrophes = /[’‘‛ʼʹ′`＇]/gu

/**
 * The text in the form that is compared: case, accents, ligatures, full-width forms, the digits of other scripts,
 * traditional Chinese characters and the variants of the apostrophe make no difference, and `ß` equals `ss`. Folding
 * twice changes nothing. The length may differ from the text's.
 */
export function fold(text: string): string {
  // Most words are ASCII, where the case and one accent are all that can differ.
  if (ascii.test(text)) return text.toLowerCase().replaceAll('`', "'")
  // Lower, upper and lower again: only so do ẞ, ß and ss come out alike, as do ﬁ, ı and the final sigma with theirs.
  // Marks go twice, because a change of case brings some out that the first decomposition could not see.
  // The acute accent by itself stands for an apostrophe; decomposed, it is an accent of a space.
  const upper = stripAccents(stripAccents(text.replaceAll('´', "'")).toLowerCase()).toUpperCase()
  return simplifyHan(stripAccents(upper))
    .toLowerCase()
    .replace(apostrophes, "'")
    .replace(variants, (letter) => plain[letter] ?? letter)
    .replace(digits, toAsciiDigit)
}

function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/**
 * The text so that normalising it takes the time of its length, whatever it holds. No language has so many marks in a
 * row.
 */
const separateMarkRuns = (text: string): string => text.replace(longRun, '$&\u034f')

function stripAccents(text: string): string {
  return separateMarkRuns(text).normalize('NFKD').replace(accents, '').replace(invisible, '')
}

/**
 * The words of a text in its order, folded, each with its exact window. Numbers count as words; punctuation does not.
 */
export const foldWords = (text: string): FoldedWord[] => runAtOnce(foldWordsInSlices(text))

/** The same for a long text while requests are served: ideographs take five times as long as letters. */
export function* foldWordsInSlices(text: string): TimeSliced<FoldedWord[]> {
  const words: FoldedWord[] = []
  // Simplified first: the segmenter finds other words in traditional characters.
  for (const { segment, index, isWordLike } of segmentText(closeWords(simplifyHan(text)), 'word')) {
    if (isWordLike !== true) continue
    yield
    // The segmenter takes _emphasis_ for a part of the word.
    for (const part of segment.matchAll(/[^_]+/g)) {
      const start = index + part.index
      const word = fold(part[0])
      if (word !== '') words.push({ word, start, end: start + part[0].length })
    }
  }
  return words
}
