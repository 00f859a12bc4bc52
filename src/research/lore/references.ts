import type { AnswerReference, LorePassage } from './evidence.ts'
import type { Run } from './runs.ts'
import type { Span } from './speech/speech-state.ts'

/** The windows of the passage's revision that questions cite. */
export const listReferencedWindows = (
  { sourceId, revision }: LorePassage,
  references: readonly AnswerReference[],
): readonly Span[] =>
  references.flatMap((one) =>
    one.kind === 'original' && one.sourceId === sourceId && one.revision === revision ? [one] : [],
  )

/** Whether two windows share a character. */
export const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** Whether a window is, by a character at least, inside the parts of a sentence. */
export const isReferenced = ({ parts }: { parts: readonly Span[] }, windows: readonly Span[]): boolean =>
  parts.some((part) => overlapsAny(part, windows))

/** Whether the run quotes what the question of an answer is about. */
export const quotesReference = ({ origin, sentences }: Run, references: readonly AnswerReference[]): boolean => {
  if (origin.kind === 'answer') return false
  const windows = listReferencedWindows(origin.passage, references)
  return sentences.some((sentence) => isReferenced(sentence, windows))
}

/** A passage after what is cited is less about it than a passage before it: its distance counts so many times. */
const afterFactor = 3

/** How many UTF-16 code units of its source are between the run and what is cited; more where the run follows it. */
export const measureDistance = ({ origin, sentences }: Run, references: readonly AnswerReference[]): number => {
  if (origin.kind === 'answer') return Number.POSITIVE_INFINITY
  const parts = sentences.flatMap((sentence) => sentence.parts)
  return Math.min(
    ...listReferencedWindows(origin.passage, references).flatMap(({ start, end }) =>
      parts.map((part) => Math.max(start - part.end, afterFactor * (part.start - end))),
    ),
  )
}

/** UTF-16 code units. */
const besideChars = 100

/** Whether the artist says the run right beside what is cited, in one paragraph of a source. */
export const isBesideReference = (run: Run, references: readonly AnswerReference[]): boolean =>
  run.origin.kind === 'original' &&
  run.origin.passage.block.speaker === 'artist' &&
  overlapsAny(run.origin.passage.block, listReferencedWindows(run.origin.passage, references)) &&
  measureDistance(run, references) < besideChars

/** Whether a window shares a character with one of the others. */
export const overlapsAny = (one: Span, others: readonly Span[]): boolean => others.some((other) => overlaps(one, other))
