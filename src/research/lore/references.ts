import type { AnswerReference, LorePassage } from './evidence.ts'
import type { Run } from './runs.ts'
import type { Span } from './speech/conversation.ts'

/** The windows of the passage's revision that questions cite. */
export const listCitedWindows = (
  { sourceId, revision }: LorePassage,
  references: readonly AnswerReference[],
): readonly Span[] =>
  references.flatMap((one) =>
    one.kind === 'original' && one.sourceId === sourceId && one.revision === revision ? [one] : [],
  )

/** Whether two windows share a character. */
export const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** Whether a window is, by a character at least, inside the parts of a sentence. */
export const isCited = ({ parts }: { parts: readonly Span[] }, windows: readonly Span[]): boolean =>
  parts.some((part) => windows.some((window) => overlap(part, window)))

/** Whether the run quotes what the question of an answer is about. */
export const holdsCited = ({ of, sentences }: Run, references: readonly AnswerReference[]): boolean => {
  if (of.kind === 'answer') return false
  const windows = listCitedWindows(of.passage, references)
  return sentences.some((sentence) => isCited(sentence, windows))
}

/** UTF-16 code units between what is cited and what is quoted beside it, in one paragraph of a source. */
const nearbyChars = 200

/** Whether the artist says the run beside what is cited. */
export const isBesideCited = ({ of, sentences }: Run, references: readonly AnswerReference[]): boolean => {
  if (of.kind === 'answer' || of.passage.block.speaker !== 'artist') return false
  const windows = listCitedWindows(of.passage, references).filter((window) => overlap(of.passage.block, window))
  const starts = sentences.flatMap(({ parts }) => parts.map(({ start }) => start))
  return windows.some((window) => starts.some((start) => Math.abs(start - window.start) < nearbyChars))
}
