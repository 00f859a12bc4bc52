import { findSentencesInSlices, trimWindow } from '#src/text/sentences.ts'
import { stemWord } from '#src/text/stemmer.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Span, shift } from '#src/text/windows.ts'
import { tokenizeForSearch, tokenizeSymbols } from './tokenize.ts'

/** A passage holds two sentences at least; a transcript without full stops is cut into pieces of this length. */
export const sentenceCharsMax = 320

/** The sentences of a text, long ones in pieces, in order and without overlap. */
export function* splitLongSentences(text: string): TimeSliced<Span[]> {
  const found: Span[] = []
  for (const sentence of yield* findSentencesInSlices(text)) {
    yield
    found.push(...splitSentence(text, sentence))
  }
  return found
}

function splitSentence(text: string, { start, end }: Span): Span[] {
  const found: Span[] = []
  let from = start
  while (end - from > sentenceCharsMax) {
    const to = from + cutAt(text.slice(from, from + sentenceCharsMax))
    found.push(trimWindow(text, { start: from, end: to }))
    from = to
  }
  found.push(trimWindow(text, { start: from, end }))
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

/** The sentences of one segment of a text in which a word occurs, in order; one as often as the word occurs in it. */
type IndexEntry = { stem: string; word: string; sentences: number[] }

/** Where a segment begins: its number, its first offset in the text, and the number of its first sentence. */
export type SegmentStart = { number: number; start: number; firstSentence: number }

/** A segment of a text as the index keeps it, and where the next one begins. */
export type Segment = SegmentStart & { sentences: Span[]; entries: IndexEntry[]; next: SegmentStart }

/**
 * The most text that is read, cut into words and written at once. Some 20 ms of work, and three times as much in
 * scripts without spaces; a larger segment would not hold fewer words in all, a much smaller one would.
 */
export const segmentCharsMax = 32_768

/**
 * The segment that begins at a place. `text` holds the code units of the whole from there on: as many as a segment may
 * have, or all there are. Segments end with a paragraph, a line, a sentence or a word where one ends in their second
 * half, and never inside a surrogate pair; so the segments of a text are the same in every process.
 */
export function* cutSegment(text: string, from: SegmentStart): TimeSliced<Segment> {
  const { number, start, firstSentence } = from
  const length = findSegmentLength(text)
  const split = yield* splitLongSentences(text.slice(0, length))
  const sentences = split.map((sentence) => shift(sentence, start))
  const next = { number: number + 1, start: start + length, firstSentence: firstSentence + sentences.length }
  return { ...from, sentences, entries: yield* buildEntries(text, sentences, from), next }
}

function findSegmentLength(text: string): number {
  if (text.length < segmentCharsMax) return text.length
  for (const ending of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(ending, segmentCharsMax - ending.length)
    if (at > segmentCharsMax / 2) return at + ending.length
  }
  return /[\ud800-\udbff]/.test(text[segmentCharsMax - 1] ?? '') ? segmentCharsMax - 1 : segmentCharsMax
}

function* buildEntries(
  text: string,
  sentences: Span[],
  { start: origin, firstSentence }: SegmentStart,
): TimeSliced<IndexEntry[]> {
  const entries = new Map<string, IndexEntry>()
  for (const [at, { start, end }] of sentences.entries()) {
    yield
    const sentence = text.slice(start - origin, end - origin)
    for (const { word } of [...tokenizeForSearch(sentence), ...tokenizeSymbols(sentence)]) {
      const entry = entries.get(word) ?? { stem: stemWord(word), word, sentences: [] }
      entry.sentences.push(firstSentence + at)
      entries.set(word, entry)
    }
  }
  return [...entries.values()]
}
