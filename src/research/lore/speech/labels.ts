import { fold } from '#src/text/fold.ts'
import { artistVoice, otherVoice, type Voice } from './speech-state.ts'

const label = /^[*_[]{0,3}(\p{Lu}[\p{L}.’' -]{0,40}?)(?:\s\([^)]{1,30}\))?[*_\]]{0,3}:[*_]{0,2}\s+/u
const questionLabels = new Set([
  'q',
  'question',
  'interviewer',
  'host',
  'moderator',
  'reporter',
  'editor',
  'presenter',
  'interview',
])
const answerLabels = new Set(['a', 'answer', 'artist'])

/**
 * The label that a paragraph begins with, as a transcript has it, and the length of all of it; undefined where there is
 * none.
 */
export function findSpeakerLabel(paragraph: string): { label: string; isUpper: boolean; length: number } | undefined {
  const match = label.exec(paragraph)
  return match?.[1] === undefined
    ? undefined
    : { label: fold(match[1]).trim(), isUpper: !/\p{Ll}/u.test(match[1]), length: match[0].length }
}

/** The labels of a page that are speakers: the customary ones, the artist, and those that come back. */
export function listSpeakerLabels(
  labels: readonly string[],
  known: readonly string[],
  nameWords: ReadonlySet<string>,
): string[] {
  const count = (label: string) => labels.filter((one) => one === label).length
  const isSpeaker = (label: string) =>
    known.includes(label) ||
    questionLabels.has(label) ||
    isArtistLabel(label, nameWords) ||
    (count(label) > 1 && label.split(' ').length <= 3)
  const speakers = [...new Set(labels)].filter(isSpeaker)
  // "A:" answers only where a label asks.
  const hasQuestionLabel = [...speakers, ...known].some((label) => !isArtistLabel(label, nameWords))
  return [
    ...new Set([...known, ...speakers, ...(hasQuestionLabel ? labels.filter((label) => answerLabels.has(label)) : [])]),
  ]
}

export const getLabelVoice = (label: string, nameWords: ReadonlySet<string>): Voice =>
  isArtistLabel(label, nameWords) || answerLabels.has(label) ? artistVoice : otherVoice

function isArtistLabel(label: string, nameWords: ReadonlySet<string>): boolean {
  const words = label.split(/[\s.-]+/).filter((word) => word !== '')
  if (words.length > 0 && words.every((word) => nameWords.has(word))) return true
  const initials = [...nameWords].map((word) => word[0]).join('')
  return initials.length > 1 && words.join('') === initials
}
