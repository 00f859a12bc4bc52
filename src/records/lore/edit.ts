/* A text of the Lore that the artist edits: what stays quoted in it, and what boundaries and corrections touch. */
import { Problem } from '#src/contract/problems/problem.ts'
import { fold } from '#src/text/fold.ts'
import { findOccurrences } from '#src/text/occurrence.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { findSentences, findSentencesInSlices } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { overlaps, type Span, shift } from '#src/text/windows.ts'
import { type Excluded, findExcluded, type Rules } from '../memory/exclusions/find-excluded.ts'

type Text = { text: string; citations: readonly HashedCitation[] }

/** A sentence of a version as it is in its source: each is quoted, and corrected, by itself. */
export type QuotedSentence = Omit<HashedCitation, 'start' | 'end'> & { text: string }

export const splitQuotations = ({ text, citations }: Text): QuotedSentence[] =>
  citations.flatMap(({ start: from, end: to, ...place }) => {
    const quoted = text.slice(from, to)
    return findSentences(quoted).map(({ start, end }) => ({
      ...place,
      text: quoted.slice(start, end),
      quoteStart: place.quoteStart + start,
      quoteEnd: place.quoteStart + end,
    }))
  })

/** Where each of these sentences stands as a whole in a text; undefined where it does not. Each place is taken once. */
export function* locateSentences(text: string, sentences: readonly string[]): TimeSliced<(Span | undefined)[]> {
  const taken = new Set<number>()
  const located: (Span | undefined)[] = []
  let after = 0
  for (const sentence of sentences) {
    const places = listPlaces(text, sentence).filter((start) => !taken.has(start))
    const start = places.find((place) => place >= after) ?? places[0]
    if (start !== undefined) {
      taken.add(start)
      after = start + sentence.length
    }
    located.push(start === undefined ? undefined : { start, end: start + sentence.length })
    yield
  }
  return located
}

/** Occurrences at the start and the end of a sentence: the answer "no" is not in "noon", nor in "no doubt". */
function listPlaces(text: string, sentence: string): number[] {
  const places: number[] = []
  for (const at of findOccurrences(sentence, text)) {
    if (places.length === placesMax) break
    const before = text.slice(Math.max(0, at - 4), at)
    const after = text.slice(at + sentence.length, at + sentence.length + 2)
    const begins = at === 0 || /(?:(?:[\n:.!?…。！？”"»」』\]]|[.!?…][’')*_]+)\s{0,2}|[“"„«「『(])$/u.test(before)
    // No space parts the sentences of Japanese, and what opens the next is taken as the end of one.
    const isParted = /[。！？」』「『]$/u.test(sentence) || !/^[\p{L}\p{N}]/u.test(after)
    const isClosed = /[^\p{L}\p{M}\p{N}]$/u.test(sentence)
    if (begins && (after === '' || /^(?:\n| \[| —|[”"»」)])/u.test(after) || (isClosed && isParted))) places.push(at)
  }
  return places
}

/** Places of one sentence that are looked at. */
const placesMax = 50

/** The citations of an edited text: sentences of a version that stand in it unchanged, joined where they touch. */
export function* findCitations(text: string, sentences: readonly QuotedSentence[]): TimeSliced<HashedCitation[]> {
  const located = yield* locateSentences(
    text,
    sentences.map((sentence) => sentence.text),
  )
  const citations = sentences.flatMap(({ text: _text, ...place }, at) => {
    const window = located[at]
    return window === undefined ? [] : [{ ...window, ...place }]
  })
  const joined: HashedCitation[] = []
  for (const one of citations.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    const gap = last === undefined ? -1 : one.start - last.end
    const isSame = last?.id === one.id && last.revision === one.revision && one.quoteStart - last.quoteEnd === gap
    // White space between two sentences is that of the source, or the two are not one quotation.
    if (last !== undefined && isSame && gap >= 0 && gap <= gapMax) {
      last.end = one.end
      last.quoteEnd = one.quoteEnd
    } else joined.push(one)
  }
  return joined
}

/** UTF-16 code units between two sentences of one quotation. */
const gapMax = 1

/** "Question:", as it stands before a question on a page. */
const label = /^\p{L}+ ?[:：] */u

/** "[…]", or right words in brackets: what stands where a whole paragraph was left out. "[1]" is a source. */
const leftOut = /^\[(?!\d+\])[^\n]+\]$/u

/** Whether nothing but that is left of a paragraph of an answer, the first of which begins with the artist's name. */
const isLeftOut = (paragraph: string, artistName: string): boolean =>
  leftOut.test(paragraph.startsWith(`${artistName}: `) ? paragraph.slice(artistName.length + 2) : paragraph)

/**
 * The sentences of a text that a boundary or a correction touches. A question that a boundary is tied to, or that
 * speaks of its subject, is touched with the whole answer below it, and the name of a source with what is quoted of it.
 */
export function* findTouched({ text, citations }: Text, rules: Rules): TimeSliced<Excluded[]> {
  const touched = yield* findExcluded(text, rules)
  const questions = new Map(rules.boundaries.map(({ id, question }) => [fold(question).trim(), id]))
  const all: Excluded[] = []
  let bounded: string | undefined
  for (const paragraph of text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)) {
    const window = { start: paragraph.index, end: paragraph.index + paragraph[0].length }
    const isQuoted = citations.some((one) => overlaps(one, window))
    const inParagraph = touched.filter((one) => one.start >= window.start && one.end <= window.end)
    if (!isQuoted && !isLeftOut(paragraph[0], rules.artistName)) {
      const asked = fold(paragraph[0]).trim()
      const boundary = inParagraph.find((one) => one.because === 'boundary')
      bounded = questions.get(asked) ?? questions.get(asked.replace(label, '')) ?? boundary?.id
    }
    if (bounded === undefined) all.push(...inParagraph)
    else {
      for (const sentence of yield* findSentencesInSlices(paragraph[0])) {
        all.push({ ...shift(sentence, window.start), because: 'boundary', id: bounded, replacement: null })
      }
    }
    yield
  }
  return all
}

/** Code points of a sentence that a message quotes. */
const quotedCodePointsMax = 300

/** Why a text may not be published: its first sentence that a boundary or a correction touches. */
export function refusalToPublish(name: string, text: string, touched: readonly Excluded[]): Problem | undefined {
  const [first] = touched
  if (first === undefined) return undefined
  const quoted = [...text.slice(first.start, first.end)].slice(0, quotedCodePointsMax).join('')
  const reason = first.because === 'boundary' ? 'touches a boundary' : 'you have corrected'
  return new Problem('state_changed', { message: `${name} says what ${reason}: “${quoted}”` })
}

/** The text without what is touched, each place marked; two marks that meet are one. */
export function takeOut(
  { text, citations }: Text,
  touched: readonly Excluded[],
  mark: (one: Excluded) => string,
): { text: string; citations: HashedCitation[] } {
  const pieces: Piece[] = []
  let [result, at] = ['', 0]
  for (const one of touched) {
    const [piece, marked] = [text.slice(at, one.start), mark(one)]
    if (!(result.endsWith(marked) && piece.trim() === '')) {
      pieces.push({ start: at, end: one.start, movedBy: result.length - at })
      result += piece + marked
    }
    at = one.end
  }
  pieces.push({ start: at, end: text.length, movedBy: result.length - at })
  return { text: result + text.slice(at), citations: clipCitations(text, citations, pieces) }
}

/** A part of a text that is kept; `movedBy` is what its offsets in the new text differ by. */
type Piece = Span & { movedBy: number }

/** What of the citations is within the pieces. Both stand in the order of the text and apart, so one pass finds it. */
function clipCitations(text: string, citations: readonly HashedCitation[], pieces: readonly Piece[]): HashedCitation[] {
  const clipped: HashedCitation[] = []
  let first = 0
  for (const piece of pieces) {
    while ((citations[first]?.end ?? Infinity) <= piece.start) first += 1
    for (let at = first; (citations[at]?.start ?? Infinity) < piece.end; at += 1)
      clipped.push(...clipCitation(text, citations[at] as HashedCitation, piece))
  }
  return clipped
}

/** What of a citation is within a piece of the text, without white space around it; nothing where that is all. */
function clipCitation(text: string, cited: HashedCitation, { start: first, end: last, movedBy }: Piece) {
  const from = Math.max(cited.start, first)
  const said = text.slice(from, Math.min(cited.end, last))
  const { length } = said.trim()
  if (length === 0) return []
  const start = from + said.length - said.trimStart().length
  const quoteStart = cited.quoteStart + start - cited.start
  const moved = { start: start + movedBy, end: start + movedBy + length }
  return [{ ...cited, ...moved, quoteStart, quoteEnd: quoteStart + length }]
}
