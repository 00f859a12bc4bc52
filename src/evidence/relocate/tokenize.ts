import { separateMarkRuns } from '#src/text/fold.ts'

/** A word and its window in the text; `weight` is its length there, in UTF-16 code units. */
export type QuoteWord = { id: number; start: number; end: number; weight: number }

/** Scripts that put no spaces between words. */
const spaceless =
  'Han Bopomofo Hiragana Katakana Yi Thai Lao Khmer Myanmar Tibetan Javanese Balinese Tai_Le New_Tai_Lue Tai_Tham Tai_Viet'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')

/**
 * What is compared: in scripts without spaces each letter with its marks, in others runs of letters and digits, and
 * every other visible character by itself. White space is ignored: a passage that was only wrapped differently is still
 * the same. The longest run is 64, which keeps the words of a text without spaces short enough to compare.
 */
const word = new RegExp(`[${spaceless}]\\p{M}*|[\\p{L}\\p{N}\\p{M}]{1,64}|[^\\s\\p{L}\\p{N}\\p{M}]`, 'gu')
const marks = /\p{M}*/uy

/** The number of a word that the quote does not have. */
export const unknownWordId = -1

/**
 * The words of a quote, each known by the place of its first occurrence, whatever its case and the form of its accents.
 */
export type Vocabulary = { words: QuoteWord[]; getId: (raw: string) => number }

export function buildVocabulary(quote: string): Vocabulary {
  const ids = new Map<string, number>()
  const words: QuoteWord[] = []
  for (const { 0: raw, index } of quote.matchAll(word)) {
    words.push({ id: assignId(ids, fold(raw)), start: index, end: index + raw.length, weight: raw.length })
  }
  return { words, getId: (raw) => ids.get(fold(raw)) ?? unknownWordId }
}

/** A word of a text as it is written there; `raw` is empty where it is too long to be kept. */
export type TextWord = QuoteWord & { raw: string }

/** The words of one window, with what was left of those before it. */
export type Tokenizer = (window: string, isLast: boolean) => Generator<TextWord>

/** A longer word, a letter under thousands of marks, is none of a quote's. */
const wordCharsMax = 64 * 1024

/**
 * Tokenizes a text that comes in windows from the offset `start` on, as if it came in one: a word that ends with its
 * window may go on in the next one, and so may a surrogate pair.
 */
export function createTokenizer(start: number, getId: Vocabulary['getId']): Tokenizer {
  let pending = ''
  /** Where `pending` begins. */
  let offset = start
  /** The beginning of a word that is too long to be kept. */
  let longFrom: number | undefined

  return function* tokenizeWindow(window, isLast) {
    const text = pending + window
    const whole = isLast || !endsInsidePair(text) ? text.length : text.length - 1
    const from = offset
    let read = 0
    if (longFrom !== undefined) {
      read = countLeadingMarks(text)
      if (read < whole || isLast) {
        const end = from + read
        yield { id: unknownWordId, start: longFrom, end, weight: end - longFrom, raw: '' }
        longFrom = undefined
      }
    }
    let rest = whole
    for (const { 0: raw, index } of text.slice(read, whole).matchAll(word)) {
      const at = read + index
      const end = at + raw.length
      if (!isLast && end === whole) {
        if (raw.length > wordCharsMax) longFrom = from + at
        else rest = at
      } else yield { id: getId(raw), start: from + at, end: from + end, weight: raw.length, raw }
    }
    pending = text.slice(rest)
    offset = from + rest
  }
}

const endsInsidePair = (text: string) => /[\ud800-\udbff]$/.test(text.slice(-1))

function countLeadingMarks(text: string): number {
  marks.lastIndex = 0
  return marks.exec(text)?.[0].length ?? 0
}

function assignId(ids: Map<string, number>, key: string): number {
  const id = ids.get(key) ?? ids.size
  ids.set(key, id)
  return id
}

const fold = (raw: string) => separateMarkRuns(raw).normalize('NFKC').toLowerCase()
