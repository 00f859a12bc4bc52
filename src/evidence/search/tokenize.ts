import { type FoldedWord, foldWords } from '#src/text/fold.ts'

/**
 * A word to search by, folded, and where it begins: UTF-16 code units. `parts` is more than 1 for a compound written as
 * one word ("hiphop" for "hip-hop"), which follows its parts.
 */
export type SearchWord = { word: string; start: number; parts: number }

/** No term of a query is longer; what is longer in a text is no word. */
const wordCharsMax = 60

/** What may stand between the parts of a compound: hyphens, a slash, an ampersand. */
const joiner = /^[-\u2010\u2011/&+·.'’]$/u

/**
 * The words of a text or a query: the parts of a compound, of a contraction or of initials one by one, and together.
 * The possessive s is no word: "Ruskin's" is found by Ruskin, and "d'Annunzio" by Annunzio and by dannunzio.
 */
export function tokenizeForSearch(text: string): SearchWord[] {
  const words: SearchWord[] = []
  let compound: SearchWord[] = []
  let end = 0
  const endCompound = () => {
    const word = compound.map((part) => part.word).join('')
    const [first] = compound
    if (first !== undefined && compound.length > 1 && word.length <= wordCharsMax)
      words.push({ word, start: first.start, parts: compound.length })
    compound = []
  }
  for (const folded of foldWords(text)) {
    if (!joiner.test(text.slice(end, folded.start))) endCompound()
    const parts = splitWord(folded)
    words.push(...parts)
    // Beyond the longest word nothing is gathered.
    if (compound.length < wordCharsMax) compound.push(...parts)
    end = folded.end
  }
  endCompound()
  return words
}

function splitWord({ word, start }: FoldedWord): SearchWord[] {
  // 1,000 is one number, R.E.M. and rock'n'roll are several words.
  const parts = /^\d/.test(word) ? [word.replace(/(?<=\d)[,'](?=\d{3})/g, '')] : word.replace(/'s$/, '').split(/['.]/)
  return parts
    .filter((part) => part !== '' && part.length <= wordCharsMax)
    .map((part) => ({ word: part, start, parts: 1 }))
}

/** A pictograph, a flag, or the same mark twice or more: what a name without a letter consists of. */
const symbols = /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}|([\p{P}\p{S}])\1+|[\p{S}--[`´]]/gv

/** The words of a text that have no letter and no digit, such as the name of the band "!!!". */
export function tokenizeSymbols(text: string): SearchWord[] {
  return [...text.matchAll(symbols)]
    .filter(([word]) => word.length <= wordCharsMax)
    .map(({ 0: word, index }) => ({ word, start: index, parts: 1 }))
}
