import { separateMarkRuns } from '#src/text/fold.ts'

/** A word and the window of the text it stands in; `weight` is its length there, in UTF-16 code units. */
export type QuoteWord = { id: number; start: number; end: number; weight: number }

/** Scripts that put no spaces between words. */
const spaceless =
  'Han Bopomofo Hiragana Katakana Yi Thai Lao Khmer Myanmar Tibetan Javanese Balinese Tai_Le New_Tai_Lue Tai_Tham Tai_Viet'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')

/**
 * What is compared: in scripts without spaces each letter with its marks, in others runs of letters and digits, and
 * every other visible character by itself. White space counts for nothing: a passage that was only wrapped differently
 * is still the same. The longest run is 64, which keeps a text without spaces in words of a size that can be looked at.
 */
const word = new RegExp(`[${spaceless}]\\p{M}*|[\\p{L}\\p{N}\\p{M}]{1,64}|[^\\s\\p{L}\\p{N}\\p{M}]`, 'gu')

/** The number of a word that the quote does not have. */
export const unknownWordId = -1

/**
 * The words of a quote, each known by the place of its first occurrence, whatever its case and the form of its accents.
 */
export type Vocabulary = { words: QuoteWord[]; idOf: (raw: string) => number }

export function buildVocabulary(quote: string): Vocabulary {
  const ids = new Map<string, number>()
  const words = [...tokenizeWords(quote, (raw) => known(ids, folded(raw)))]
  return { words, idOf: (raw) => ids.get(folded(raw)) ?? unknownWordId }
}

/** The words of a text, in its order, as the quote knows them. */
export function* tokenizeWords(text: string, idOf: Vocabulary['idOf']): Generator<QuoteWord> {
  for (const { 0: raw, index } of text.matchAll(word)) {
    yield { id: idOf(raw), start: index, end: index + raw.length, weight: raw.length }
  }
}

function known(ids: Map<string, number>, key: string): number {
  const id = ids.get(key) ?? ids.size
  ids.set(key, id)
  return id
}

const folded = (raw: string) => separateMarkRuns(raw).normalize('NFKC').toLowerCase()
