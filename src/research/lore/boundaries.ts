import { fold, foldWords } from '#src/text/fold.ts'
import { type Phrase, parsePhrases, selectMeantPhrases } from './boundary-wording.ts'
import type { Idf } from './inverse-document-frequency.ts'
import { everydayStems, isSensitive, listRelatedStems } from './subjects.ts'
import { stemLightly, stemText, stemWords } from './words.ts'

export type LoreBoundary = { wording: string; questionKey: string; question: string }

/**
 * When a text is about a subject: it has a word that speaks of one of its heads, one of its names, the whole of its
 * title, or, where it has none of these, all of its everyday words together.
 */
export type Subject = {
  heads: { stem: string; relatedStems: ReadonlySet<string> }[]
  names: ReadonlySet<string>
  title: ReadonlySet<string>
  together: ReadonlySet<string>
}

export type TextTerms = { stems: ReadonlySet<string>; capitals: ReadonlySet<string> }

/**
 * The subjects that boundaries keep out. A wording means its head words ("the accident in Bergen" is about the
 * accident), each with what speaks of it. A wording that names nothing ("not that") means its question.
 */
export function listSubjects(boundaries: readonly LoreBoundary[], artistName: string): Subject[] {
  const name = stemText(artistName)
  return boundaries.flatMap(({ wording, question }) => {
    const phrases = parsePhrases(wording, name)
    return selectMeantPhrases(phrases.length > 0 ? phrases : parsePhrases(question, name)).map(toSubject)
  })
}

function toSubject({ words }: Phrase): Subject {
  const specific = words.filter(({ stem }) => !everydayStems.has(stem))
  const title = specific.filter(({ isQuoted, isCapital }) => isQuoted && isCapital)
  const firstCapital = specific.findIndex(({ isCapital }) => isCapital)
  // "Our drummer Tam Orr" is Tam Orr; in "the Bergen contract" the place only narrows.
  const isNamed = firstCapital >= 0 && specific.slice(firstCapital).every(({ isCapital }) => isCapital)
  const names = isNamed && title.length === 0 ? specific.slice(firstCapital) : []
  const heads = names.length + title.length > 0 ? [] : selectHeads(specific)
  return {
    heads: heads.map(({ stem }) => ({ stem, relatedStems: listRelatedStems(stem) })),
    names: new Set(names.map(({ stem }) => stem)),
    title: new Set(title.map(({ stem }) => stem)),
    together: new Set(words.map(({ stem }) => stem)),
  }
}

/**
 * "My brother's accident" is about the accident, "cancer treatment" about cancer: what people draw boundaries around,
 * else the last word and those before it that are neither owners nor places.
 */
function selectHeads(specific: Phrase['words']): Phrase['words'] {
  const free = specific.filter(({ isOwner, isCapital }, at) => at === specific.length - 1 || !(isOwner || isCapital))
  const sensitive = free.filter(({ stem }) => isSensitive(stem))
  return sensitive.length > 0 ? sensitive : free
}

/**
 * The least inverse document frequency of a head word that matches; where no head of a wording has it, all match. This
 * is no share: a word of 25 in 100 sentences has it, and one of 126 in 1,000.
 */
const idfMin = 0.3

/** Whether a sentence speaks of one of the subjects. */
export const mentionsSubject = (subjects: readonly Subject[], { stems, capitals }: TextTerms, idf: Idf): boolean =>
  subjects.some(({ heads, names, title, together }) => {
    if (!names.isDisjointFrom(capitals)) return true
    if (title.size > 0) return title.isSubsetOf(capitals)
    const rare = heads.filter(({ stem }) => idf(stem) >= idfMin)
    if (heads.length > 0)
      return (rare.length > 0 ? rare : heads).some(({ relatedStems }) => !relatedStems.isDisjointFrom(stems))
    // Everyday words never match alone.
    return names.size === 0 && together.size > 1 && together.isSubsetOf(stems)
  })

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

/** The words of a text as boundaries compare them. */
export function extractTerms(text: string): TextTerms {
  const words = foldWords(text)
  const capitals = words.filter(({ start }) => /\p{Lu}/u.test(text[start] ?? '')).map(({ word }) => word)
  const impliedStems = idioms.filter(([pattern]) => pattern.test(text)).map(([, subject]) => stemLightly(subject))
  return {
    stems: stemWords(words.map(({ word }) => word)).union(new Set(impliedStems)),
    capitals: stemWords(capitals),
  }
}

/**
 * Whether an answer belongs to a bounded question, by its key or by its wording (imports give old questions new keys).
 */
export function answersBoundedQuestion(
  answer: { questionKey: string; question: string },
  boundaries: readonly LoreBoundary[],
): boolean {
  const question = fold(answer.question).trim()
  return boundaries.some(
    (boundary) => boundary.questionKey === answer.questionKey || fold(boundary.question).trim() === question,
  )
}
