import type { Anchor } from './rank.ts'
import type { SentenceSpan } from './sentences.ts'

/** A window of a source: UTF-16 code units, [start, end). */
export type Snippet = { sourceId: string; start: number; end: number; score: number }

/** The bounds of a sentence by its source and number; undefined where there is none. */
export type SentenceLookup = (sourceId: string, sentence: number) => SentenceSpan | undefined

export type SnippetBudget = { limit: number; maxChars: number; windowChars: number }

/**
 * How long a window may be. 900 holds a speaker's whole thought, and five of them leave room in the usual 6,000; of a
 * small budget two windows are made rather than one.
 */
export const computeSnippetCharsMax = (maxChars: number) => Math.min(900, Math.floor(maxChars / 2))

/**
 * A break between two sentences of this many characters ends a paragraph; its other side is less likely to be of the
 * matter.
 */
const paragraphGap = 2
const acrossParagraphs = 0.4

/**
 * What scores less than this share of the best window is not of the same matter. Measured: up to 0.4 no answer is lost.
 */
const tail = 0.3

/** The anchors before the tail; best first. */
export const cutTail = (anchors: Anchor[]): Anchor[] =>
  anchors.filter(({ score }) => score >= tail * (anchors[0]?.score ?? 0))

/**
 * Windows around the best anchors, best first and without overlap, as many as there is room for. Each grows by whole
 * sentences, towards the side that has more of what was asked for by the scores of `around`.
 */
export function selectSnippets(
  anchors: Anchor[],
  findSentence: SentenceLookup,
  room: SnippetBudget,
  around: readonly Anchor[] = anchors,
): { passages: Snippet[]; truncated: boolean } {
  const sides = createSides(around)
  const passages: Snippet[] = []
  let charsLeft = room.maxChars
  for (const anchor of cutTail(anchors)) {
    if (passages.length === room.limit) break
    const anchorSentence = findSentence(anchor.sourceId, anchor.sentence)
    if (anchorSentence === undefined || sides.isTaken(anchor.sourceId, anchor.sentence)) continue
    if (anchorSentence.end - anchorSentence.start > charsLeft) return { passages, truncated: true }
    const window = growWindow(anchor, anchorSentence, findSentence, sides, Math.min(room.windowChars, charsLeft))
    sides.take(anchor.sourceId, window.first, window.last)
    passages.push({ sourceId: anchor.sourceId, start: window.start, end: window.end, score: anchor.score })
    charsLeft -= window.end - window.start
  }
  return { passages, truncated: false }
}

type Sides = ReturnType<typeof createSides>

/** The text on either side of a window: how much of the matter, and whether another window has it. */
function createSides(anchors: readonly Anchor[]) {
  const scores = new Map(anchors.map(({ sourceId, sentence, score }) => [`${sourceId} ${sentence}`, score]))
  const taken = new Set<string>()
  return {
    getScore: (sourceId: string, sentence: number) => scores.get(`${sourceId} ${sentence}`) ?? 0,
    isTaken: (sourceId: string, sentence: number) => taken.has(`${sourceId} ${sentence}`),
    take(sourceId: string, first: number, last: number) {
      for (let sentence = first; sentence <= last; sentence += 1) taken.add(`${sourceId} ${sentence}`)
    },
  }
}

function growWindow(
  { sourceId, sentence }: Anchor,
  anchorSentence: SentenceSpan,
  findSentence: SentenceLookup,
  sides: Sides,
  charsMax: number,
) {
  const window = { first: sentence, last: sentence, start: anchorSentence.start, end: anchorSentence.end }
  const extend = (
    at: number,
    gap: (neighbour: SentenceSpan) => number,
    length: (neighbour: SentenceSpan) => number,
  ) => {
    const neighbour = findSentence(sourceId, at)
    if (neighbour === undefined || sides.isTaken(sourceId, at) || length(neighbour) > charsMax) return undefined
    const score = sides.getScore(sourceId, at) * (gap(neighbour) >= paragraphGap ? acrossParagraphs : 1)
    return { neighbour, score }
  }
  for (;;) {
    const before = extend(
      window.first - 1,
      ({ end }) => window.start - end,
      ({ start }) => window.end - start,
    )
    const after = extend(
      window.last + 1,
      ({ start }) => start - window.end,
      ({ end }) => end - window.start,
    )
    if (before === undefined && after === undefined) return window
    // Of two equals the one that reads on is taken.
    if (after !== undefined && after.score >= (before?.score ?? -1)) {
      window.last += 1
      window.end = after.neighbour.end
    } else if (before !== undefined) {
      window.first -= 1
      window.start = before.neighbour.start
    }
  }
}
