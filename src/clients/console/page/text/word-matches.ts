import type { TextRange } from './windows.ts'

export const splitWords = (query: string): string[] => query.split(/\s+/).filter((word) => fold(word) !== '')

/** Without case and accents, for a reader who types neither. A sigma has another form where a word ends. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')

/** The windows of a text in which one of the words stands, in order and apart; whatever their case and accents. */
export function findWordMatches(text: string, words: readonly string[]): TextRange[] {
  const { folded, places } = foldWithPlaces(text)
  const found: TextRange[] = []
  for (const word of words.map(fold)) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      const [first, last] = [places[at], places[at + word.length - 1]]
      if (first !== undefined && last !== undefined) found.push({ start: first.start, end: last.end })
    }
  }
  return merge(found)
}

/** Whether each word stands in one of the texts. */
export const hasEveryWord = (texts: readonly string[], words: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => fold(text).includes(fold(word))))

/** The folded text, and for each unit of it the character that it comes from. */
function foldWithPlaces(text: string) {
  let folded = ''
  const places: TextRange[] = []
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const plain = fold(segment)
    folded += plain
    for (let unit = 0; unit < plain.length; unit += 1) places.push({ start: index, end: index + segment.length })
  }
  return { folded, places }
}

function merge(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
