import { foldWords } from '#src/text/fold.ts'
import { stopWords } from './stop-words.ts'
import { everydayStems, isSensitive } from './subjects.ts'
import { stemLightly } from './words.ts'

/** A word of a boundary's wording that carries meaning. */
type Term = { stem: string; isCapital: boolean; isOwner: boolean; isQuoted: boolean }

/** Words of a wording side by side: a subject, or what only narrows one ("in Bergen"). `isWith`: it names company. */
export type Phrase = { words: Term[]; narrows: boolean; isWith: boolean }

const narrowingWords = new Set(
  (
    'in at from with during on by for since before after between when while because without who ' +
    'which where under near around into to'
  ).split(' '),
)

/** How people word a boundary; none of it is what the boundary is about. */
const requestWords = new Set(
  (
    'bring raise dig touch refer cover include reveal share print publish write poke press rather ' +
    'prefer limits table bounds business private happened off'
  ).split(' '),
)

/** The wording in phrases, without the words that every boundary has and without the artist's name. */
export function parsePhrases(wording: string, name: ReadonlySet<string>): Phrase[] {
  const phrases: Phrase[] = []
  let phrase: Phrase | undefined
  let [narrows, isWith, last] = [false, false, 0]
  for (const { word, start, end } of foldWords(wording)) {
    const between = wording.slice(last, start)
    last = end
    if (/[.;!?]/.test(between)) narrows = false
    if (/[^\s'’-]/.test(between)) phrase = undefined
    const [part = ''] = word.split("'")
    const stem = stemLightly(part)
    if (isEmpty(word, part) || name.has(stem)) {
      phrase = undefined
      if (word === 'about') narrows = false
      // "The death of my brother" is about the death; "years of drinking" about drinking.
      else if (word === 'of') narrows = phrases.some(({ words }) => words.some((one) => !everydayStems.has(one.stem)))
      else if (narrowingWords.has(word)) narrows = true
      isWith = word === 'with' || (isWith && narrows && !narrowingWords.has(word))
      continue
    }
    if (phrase === undefined) {
      phrase = { words: [], narrows, isWith }
      phrases.push(phrase)
    }
    phrase.words.push({
      stem,
      isCapital: start > 0 && /^\p{Lu}[^\p{Lu}]/u.test(wording.slice(start)) && !isSensitive(stem),
      isOwner: /^.{0,2}['’]s?(?![\p{L}])|['’]s$/u.test(wording.slice(end - 2, end + 2)),
      isQuoted: /["“«‘][^"”»’]*$/.test(wording.slice(0, start)),
    })
  }
  return phrases
}

const isEmpty = (word: string, part: string): boolean =>
  stopWords.has(part) || stopWords.has(word) || requestWords.has(word) || !/[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(part)

const isSpecific = ({ words }: Phrase): boolean => words.some(({ stem }) => !everydayStems.has(stem))

/**
 * The phrases that a wording means: those that do not only narrow, and of the others the sensitive ones and the names.
 */
export function selectMeantPhrases(phrases: readonly Phrase[]): Phrase[] {
  const heads = phrases.filter(({ narrows }) => !narrows).filter(isSpecific)
  if (heads.length === 0) return phrases.some(isSpecific) ? phrases.filter(isSpecific) : [...phrases]
  const meant = phrases.filter(({ narrows, words, isWith }) => {
    const isPerson = isWith && words.every(({ isCapital }) => isCapital)
    return narrows && (isPerson || words.some(({ stem }) => isSensitive(stem)))
  })
  return [...heads, ...meant]
}
