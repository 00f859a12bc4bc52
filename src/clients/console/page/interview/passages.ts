import type { Schemas } from '../../../typescript/index.ts'
import { isOverlapping, type ReadingSpan, splitText, type TextRange } from '../text/ranges.ts'

type Source = Pick<Schemas['Source'], 'kind'>

const [charsMin, charsMax] = [90, 420]
/** A heading, a date line or a list has few words in small letters. */
const plainWordsMin = 0.6

const stop = /[.!?…。！？]["”’»)\]]*\s*$/u
/** A label such as INTERVIEWER: says that another speaks. */
const label = /^[\p{L}\p{N} .’'-]{1,40}:\s/u

/** Whole sentences of a paragraph of which the first names the artist, but for own posts; none that `cited` touches. */
export function findPassages(source: Source, text: string, artist: string, cited: readonly TextRange[]): TextRange[] {
  const names = new Set(listWords(artist).filter((word) => word.length > 2))
  const mayOpen = (sentence: string) =>
    source.kind === 'social_caption' || listWords(sentence).some((word) => names.has(word.replace(/['’]s?$/u, '')))
  return splitText(text, 0).flatMap((sentences) => {
    const passages: TextRange[] = []
    for (const [at, first] of sentences.entries()) {
      const isWithin = first.start < (passages.at(-1)?.end ?? 0)
      const isOpening = at === 0 || stop.test(sentences[at - 1]?.text ?? '')
      if (isWithin || !isOpening || !isWhole(first) || !mayOpen(first.text)) continue
      const passage = grow(sentences.slice(at))
      const isCited = cited.some((one) => isOverlapping(one, passage))
      if (passage.end - passage.start >= charsMin && !isCited) passages.push(passage)
    }
    return passages
  })
}

function grow([first, ...rest]: readonly ReadingSpan[]): TextRange {
  const passage = { start: first?.start ?? 0, end: first?.end ?? 0 }
  for (const next of rest) {
    if (next.end - passage.start > charsMax || !isWhole(next)) break
    passage.end = next.end
  }
  return passage
}

/** A sentence in prose, with its stop. */
function isWhole({ text, start, end }: ReadingSpan): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const plain = words.filter((word) => /^\p{Ll}/u.test(word))
  return end - start <= charsMax && stop.test(text) && !label.test(text) && plain.length >= words.length * plainWordsMin
}

const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
