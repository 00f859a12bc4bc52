import { findSentencesInSlices } from '#src/text/sentences.ts'
import { runAtOnce, type TimeSliced } from '#src/text/time-slices.ts'

/** A sentence of a text, or a piece of a long one: matched and returned as a whole. UTF-16 code units, [start, end). */
export type SentenceSpan = { start: number; end: number }

/** A passage holds two sentences at least; a transcript without full stops is cut into pieces of this length. */
export const sentenceCharsMax = 320

/** The sentences of a text, long ones in pieces, in order and without overlap. */
export const splitLongSentences = (text: string): SentenceSpan[] => runAtOnce(splitInSlices(text))

/** The same for a long text while requests are served. */
export function* splitInSlices(text: string): TimeSliced<SentenceSpan[]> {
  const found: SentenceSpan[] = []
  for (const sentence of yield* findSentencesInSlices(text)) {
    yield
    found.push(...splitSentence(text, sentence))
  }
  return found
}

function splitSentence(text: string, { start, end }: SentenceSpan): SentenceSpan[] {
  const found: SentenceSpan[] = []
  let from = start
  while (end - from > sentenceCharsMax) {
    const to = from + cutAt(text.slice(from, from + sentenceCharsMax))
    found.push(trim(text, from, to))
    from = to
  }
  found.push(trim(text, from, end))
  return found.filter((sentence) => sentence.end > sentence.start)
}

/** Where to cut a piece: after its last clause, else its last word, else where no surrogate pair is split. */
function cutAt(piece: string): number {
  const half = piece.length / 2
  const clause = Math.max(
    ...[...piece.matchAll(/(?<![;:,.!?—–-])[;:,.!?—–-]+["'”’)]*\s+/gu)].map(
      ({ index, 0: mark }) => index + mark.length,
    ),
  )
  if (clause > half) return clause
  const space = piece.search(/\s\S*$/u) + 1
  if (space > half) return space
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length
}

function trim(text: string, start: number, end: number): SentenceSpan {
  const slice = text.slice(start, end)
  const from = start + slice.length - slice.trimStart().length
  return { start: from, end: Math.max(from, start + slice.trimEnd().length) }
}
