import { foldWords } from '#src/text/fold.ts'

/** A word to search by, folded, and where it begins: UTF-16 code units. */
export type SearchWord = { word: string; start: number }

/** No term of a query is longer; what is longer in a text is no word. */
const wordCharsMax = 60

/**
 * The words of a text or a query. Either side of an apostrophe is a word of its own, and the possessive s is none:
 * "Ruskin's" is found by Ruskin, and "d'Annunzio" by Annunzio.
 */
export function tokenizeForSearch(text: string): SearchWord[] {
  return foldWords(text).flatMap(({ word, start }) =>
    word
      .replace(/'s$/, '')
      .split("'")
      .filter((part) => part !== '' && part.length <= wordCharsMax)
      .map((part) => ({ word: part, start })),
  )
}
