import { fold, foldWords } from '#src/text/fold.ts'
import type { Rarity } from './rarity.ts'
import { stopWords } from './stop-words.ts'
import { everydayStems, stemsAbout } from './subjects.ts'
import { contentStems, stemOf, stemsOf } from './words.ts'

export type LoreBoundary = { wording: string; questionKey: string; question: string }

/** What a text has to say to be about a subject: one of `tells`, or all of `together`. */
export type Subject = { tells: ReadonlySet<string>; names: ReadonlySet<string>[]; together: ReadonlySet<string> }

type Spoken = { stems: ReadonlySet<string>; capitals: ReadonlySet<string> }

const narrowing = new Set(
  'in at from with during on by for since before after between when while because without who which where under near around into'.split(
    ' ',
  ),
)
const listing = new Set('about and or nor regarding concerning'.split(' '))

/**
 * The subjects that boundaries keep out. A wording means its head words ("the accident in Bergen" is about the
 * accident), each with what speaks of it; a word that only narrows them fires never alone. A wording that names nothing
 * ("not that") means its question.
 */
export function subjectsOf(boundaries: readonly LoreBoundary[], artistName: string): Subject[] {
  const name = contentStems(artistName)
  return boundaries.flatMap(({ wording, question }) => {
    const own = subjectsIn(wording, name)
    return own.length > 0 ? own : subjectsIn(question, name).slice(0, 1).concat(subjectsIn(question, name).slice(1))
  })
}

function subjectsIn(wording: string, name: ReadonlySet<string>): Subject[] {
  const phrases = phrasesOf(wording, name)
  const heads = phrases.filter(({ narrows }) => !narrows)
  const isTelling = (phrase: Phrase) => phrase.words.some(({ stem }) => !everydayStems.has(stem))
  const means = heads.some(isTelling)
    ? heads.filter(isTelling)
    : phrases.some(isTelling)
      ? phrases.filter(isTelling)
      : phrases
  return means.map((phrase) => subjectOf(phrase))
}

type Term = { stem: string; isCapital: boolean; isOwner: boolean }
type Phrase = { words: Term[]; narrows: boolean }

/** The wording in phrases of words side by side, each with whether it names a subject or narrows one. */
function phrasesOf(wording: string, name: ReadonlySet<string>): Phrase[] {
  const phrases: Phrase[] = []
  let narrows = false
  let open: Phrase | undefined
  let last = 0
  for (const { word, start, end } of foldWords(wording)) {
    const between = wording.slice(last, start)
    last = end
    if (/[.;!?]/.test(between)) narrows = false
    if (/[,.;:!?()]/.test(between)) open = undefined
    const [part = ''] = word.split("'")
    const stem = stemOf(part)
    if (stopWords.has(part) || stopWords.has(word) || !/[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(part) || name.has(stem)) {
      open = undefined
      if (narrowing.has(word)) narrows = true
      if (listing.has(word)) narrows = word === 'about' ? false : narrows
      if (word === 'of') narrows = phrases.some(({ words }) => words.some((one) => !everydayStems.has(one.stem)))
      continue
    }
    if (open === undefined) {
      open = { words: [], narrows }
      phrases.push(open)
    }
    open.words.push({
      stem,
      isCapital: start > 0 && /^\p{Lu}/u.test(wording.slice(start)),
      isOwner: /['’]s?$/.test(word) || /['’]s?$/u.test(wording.slice(start, end + 1)),
    })
  }
  return phrases
}

function subjectOf({ words }: Phrase): Subject {
  const telling = words.filter(({ stem }) => !everydayStems.has(stem))
  // "My brother's accident" is about the accident; "Salt Harbour" is a name and not a harbour.
  const owned = telling.filter(({ isOwner }, at) => !isOwner || at === telling.length - 1)
  const isName = owned.length > 1 && owned.every(({ isCapital }) => isCapital)
  const common = owned.filter(({ isCapital }, at) => !isCapital || at === owned.length - 1 || isName)
  const tells = isName ? [] : common.flatMap(({ stem }) => [...stemsAbout(stem)])
  const together =
    words.length > 1 || telling.length > 0 ? words.map(({ stem }) => stem) : words.map(({ stem }) => stem)
  return {
    tells: new Set(tells),
    names: isName ? owned.map(({ stem }) => new Set([stem])) : [],
    together: new Set(together),
  }
}

/** Whether a run of sentences speaks of one of the subjects. */
export const speaksOf = (subjects: readonly Subject[], { stems, capitals }: Spoken, rarity: Rarity): boolean =>
  subjects.some(
    ({ tells, names, together }) =>
      !tells.isDisjointFrom(stems) ||
      names.some((name) => !name.isDisjointFrom(capitals)) ||
      (tells.size === 0 &&
        names.length === 0 &&
        together.size > 0 &&
        together.isSubsetOf(stems) &&
        isTold(together, rarity)),
  )

/** Everyday words fire together, two or more, and never where they stand in every tenth sentence. */
const isTold = (together: ReadonlySet<string>, rarity: Rarity): boolean =>
  together.size > 1 || [...together].every((stem) => rarity(stem) >= 0.1 && !everydayStems.has(stem))

/** The words of a text as boundaries compare them. */
export function spokenIn(text: string): Spoken {
  const words = foldWords(text)
  const capitals = words.filter(({ start }) => /\p{Lu}/u.test(text[start] ?? '')).map(({ word }) => word)
  return { stems: stemsOf(words.map(({ word }) => word)), capitals: stemsOf(capitals) }
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
