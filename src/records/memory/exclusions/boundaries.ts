import { fold } from '#src/text/fold.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import type { Boundary, Subject } from './parse-boundary.ts'
import { isCompoundOf } from './subjects.ts'
import { isIdeographic, stemLightly, type Word } from './words.ts'

/** Phrases of several words that speak of a subject of one. */
const idioms: readonly (readonly [pattern: RegExp, subject: string])[] = [
  [/\byears?[ -]old\b/iu, 'age'],
  [/\b(?:broke|break|broken|breaking) up\b/iu, 'breakup'],
  [/\bin love\b/iu, 'romance'],
  [/\b(?:came|coming|come) out as\b/iu, 'sexuality'],
  [/\b(?:took|take) (?:his|her|their|my) (?:own )?life\b/iu, 'suicide'],
  [/\bpassed away\b/iu, 'death'],
  [/\b(?:lose|losing|lost|loss of) (?:my|our|his|her|him|their|them)\b/iu, 'death'],
]

/** Words of faith in phrases that speak of none. */
const exclamations =
  /(?<![\p{L}\p{M}])(?:ich glaube|glaube ich|gott sei dank|weiß gott|thank god|god knows|my god|gracias a dios|por dios|dios mío|mon dieu|dieu merci|grazie a dio|mio dio)(?![\p{L}\p{M}])/giu

/** The words of a text as boundaries compare them, and the folded text, in which words without spaces are found. */
export type Terms = { text: string; stems: ReadonlySet<string>; capitals: readonly string[] }

/** `said`: the words of the text. */
export function extractTerms(whole: string, said: readonly Word[]): Terms {
  const text = whole.replaceAll(exclamations, (found) => ' '.repeat(found.length))
  const words = said.filter(({ start }) => text[start] !== ' ')
  const implied = idioms.filter(([pattern]) => pattern.test(text)).map(([, subject]) => stemLightly(subject))
  return {
    text: fold(text),
    stems: new Set([...words.map(({ stem }) => stem), ...implied]),
    capitals: words.filter(({ isCapital }) => isCapital).map(({ stem }) => stem),
  }
}

/** The first of the subjects that a text speaks of. Yields between them. */
export function* findSubject(subjects: readonly Subject[], terms: Terms): TimeSliced<Subject | undefined> {
  for (const subject of subjects) {
    if (speaksOf(terms, subject)) return subject
    yield
  }
  return undefined
}

function speaksOf(terms: Terms, { heads, isSensitive: anyHead, names, title, together }: Subject): boolean {
  const { capitals } = terms
  const has = (stem: string) => hasStem(terms, stem)
  if (names.some((name) => (isIdeographic(name) ? has(name) : capitals.some((word) => isName(word, name))))) return true
  if (title.length > 0) return title.every((stem) => capitals.includes(stem))
  const mentions = (related: ReadonlySet<string>) => [...related].some(has)
  if (heads.length > 0) return anyHead ? heads.some(mentions) : heads.every(mentions)
  // Everyday words never match alone.
  return names.length === 0 && together.length > 1 && together.every(has)
}

/** Words of two ideographs in which one of them does not mean what it means alone. */
const otherWords: ReadonlySet<string> = new Set('弟子 母校 母音 母国 神戸 神経 精神 工夫 丈夫'.split(' ').map(fold))

function hasStem({ text, stems, capitals }: Terms, stem: string): boolean {
  if (isIdeographic(stem)) {
    if ([...stem].length > 1) return text.includes(stem)
    // "元夫" is a husband, "大丈夫" none.
    return [...stems].some(
      (word) => word === stem || (word.length === 2 && word.includes(stem) && !otherWords.has(word)),
    )
  }
  return stems.has(stem) || capitals.some((word) => isCompoundOf(word, stem))
}

/** "Russia" is also "Russian" and "Russians". */
const isName = (word: string, name: string): boolean =>
  word === name || (trimName(word) === trimName(name) && trimName(name).length >= 4)

const trimName = (name: string): string =>
  name.replace(/(?:egian|egen|isch|ish|ese|ien|ian|ia|an|ai|en|ic|n|a|o|i)$/, '')

/** Whether an answer belongs to a bounded question, by its key or its wording (imports give old questions new keys). */
export const findBoundedQuestion = (
  answer: { questionKey: string; question: string },
  boundaries: readonly Boundary[],
): Boundary | undefined =>
  boundaries.find(
    ({ questionKey, question }) =>
      questionKey === answer.questionKey || fold(question).trim() === fold(answer.question).trim(),
  )
