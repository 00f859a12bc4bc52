import type { Anchor } from './rank.ts'
import type { SentenceSpan } from './sentences.ts'

/** A result: a window of a source, UTF-16 code units, [start, end). */
export type Passage = { sourceId: string; start: number; end: number; score: number }

/** The bounds of a sentence by its source and number; undefined where there is none. */
export type SentenceLookup = (sourceId: string, sentence: number) => SentenceSpan | undefined

export type PassageBudget = { limit: number; maxChars: number; passageCharsMax: number }

/**
 * How long a passage may be. 900 holds a speaker's whole thought, and five of them leave room in the usual 6,000; of a
 * small budget two passages are made rather than one.
 */
export const computePassageCharsMax = (maxChars: number) => Math.min(900, Math.floor(maxChars / 2))

/**
 * A break between two sentences of this many characters ends a paragraph; its other side is less likely to be of the
 * matter.
 */
const paragraphGapChars = 2
const otherParagraphWeight = 0.4

/**
 * What scores less than this share of the best anchor is not of the same matter. Measured: up to 0.4 no answer is lost.
 */
const tailScoreShare = 0.3

/** The anchors before the tail; best first. */
export const cutTail = (anchors: Anchor[]): Anchor[] =>
  anchors.filter(({ score }) => score >= tailScoreShare * (anchors[0]?.score ?? 0))

/**
 * Passages around the best anchors, best first and without overlap, as many as there is room for. Each grows by whole
 * sentences, towards the side that has more of what was asked for by the scores of `around`.
 */
export function choosePassages(
  anchors: Anchor[],
  findSentence: SentenceLookup,
  budget: PassageBudget,
  around: readonly Anchor[] = anchors,
): { passages: Passage[]; truncated: boolean } {
  const sides = createSides(around)
  const passages: Passage[] = []
  let charsLeft = budget.maxChars
  for (const anchor of cutTail(anchors)) {
    if (passages.length === budget.limit) break
    const anchorSentence = findSentence(anchor.sourceId, anchor.sentence)
    if (anchorSentence === undefined || sides.isTaken(anchor.sourceId, anchor.sentence)) continue
    if (anchorSentence.end - anchorSentence.start > charsLeft) return { passages, truncated: true }
    const passage = growPassage(
      anchor,
      anchorSentence,
      findSentence,
      sides,
      Math.min(budget.passageCharsMax, charsLeft),
    )
    sides.take(anchor.sourceId, passage.first, passage.last)
    passages.push({ sourceId: anchor.sourceId, start: passage.start, end: passage.end, score: anchor.score })
    charsLeft -= passage.end - passage.start
  }
  return { passages, truncated: false }
}

type Sides = ReturnType<typeof createSides>

/** The text on either side of a passage: how much of the matter, and whether another passage has it. */
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

function growPassage(
  { sourceId, sentence }: Anchor,
  anchorSentence: SentenceSpan,
  findSentence: SentenceLookup,
  sides: Sides,
  charsMax: number,
) {
  const passage = { first: sentence, last: sentence, start: anchorSentence.start, end: anchorSentence.end }
  const extend = (
    at: number,
    gap: (neighbour: SentenceSpan) => number,
    length: (neighbour: SentenceSpan) => number,
  ) => {
    const neighbour = findSentence(sourceId, at)
    if (neighbour === undefined || sides.isTaken(sourceId, at) || length(neighbour) > charsMax) return undefined
    const score = sides.getScore(sourceId, at) * (gap(neighbour) >= paragraphGapChars ? otherParagraphWeight : 1)
    return { neighbour, score }
  }
  for (;;) {
    const before = extend(
      passage.first - 1,
      ({ end }) => passage.start - end,
      ({ start }) => passage.end - start,
    )
    const after = extend(
      passage.last + 1,
      ({ start }) => start - passage.end,
      ({ end }) => end - passage.start,
    )
    if (before === undefined && after === undefined) return passage
    // Of two equals the one that reads on is taken.
    if (after !== undefined && after.score >= (before?.score ?? -1)) {
      passage.last += 1
      passage.end = after.neighbour.end
    } else if (before !== undefined) {
      passage.first -= 1
      passage.start = before.neighbour.start
    }
  }
}
