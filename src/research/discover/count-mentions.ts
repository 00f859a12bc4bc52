import { foldWords } from '#src/text/fold.ts'

/** How often a text has the name word for word, whatever the case, the accents and the marks between the words. */
export function countMentions(text: string, name: string): number {
  const wanted = foldWords(name).map(({ word }) => word)
  const words = foldWords(text).map(({ word }) => word)
  const isNamedAt = (at: number) => wanted.every((word, n) => words[at + n] === word)
  return wanted.length === 0 ? 0 : words.filter((_, at) => isNamedAt(at)).length
}
