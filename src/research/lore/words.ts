import { foldWords } from '#src/text/fold.ts'
import { irregularForms } from '#src/text/irregular.ts'
import { stopWords } from './stop-words.ts'

/**
 * Endings, longest first; taken off one after the other as long as three letters remain. A final `y` has become `i`.
 */
const endings = (
  'ations nesses ation ments ality ships ment ness ship ages ings ious ions ital ial ian age ing ' +
  'ion iti ous als ers ors' +
  ' al ed er es li or e i s'
).split(' ')

/** Families that no ending shows. They are asked before the irregular forms, where "lives" is of "life". */
const kindred = new Map([
  ['lives', 'live'],
  ['dead', 'die'],
  ['death', 'die'],
  ['deaths', 'die'],
])

/**
 * UTF-16 code units. Longer "words" are addresses and noise, and would take a look at their whole length per ending.
 */
const wordCharsMax = 40

/**
 * The light stem of a folded word: it brings the English forms of a word together (marriage, married, marries) and now
 * and then two words that have nothing in common. Here that errs on the safe side: what is compared by it is left out.
 */
export function stemLightly(word: string): string {
  if (word.length > wordCharsMax) return word
  let stem = replaceFinalY(kindred.get(word) ?? irregularForms.get(word) ?? word)
  for (let ending = findEnding(stem); ending !== undefined; ending = findEnding(stem)) {
    stem = replaceFinalY(stem.slice(0, -ending.length))
  }
  return stem.replace(/([^aeiou\d])\1$/, '$1')
}

/** y to i at the end, as before an ending: city, cities. */
function replaceFinalY(stem: string): string {
  return stem.replace(/y$/, 'i')
}

function findEnding(stem: string): string | undefined {
  return endings.find((ending) => stem.endsWith(ending) && stem.length - ending.length >= 3)
}

/** The stems of the words that carry a text's meaning. */
export function stemText(text: string): Set<string> {
  return stemWords(foldWords(text).map(({ word }) => word))
}

/** The stems of folded words. Stop words are not among them, nor single characters except ideographs. */
export function stemWords(words: readonly string[]): Set<string> {
  const stems = new Set<string>()
  for (const word of words) for (const stem of listWordStems(word)) stems.add(stem)
  return stems
}

/**
 * Words whose stems are cached: an artist's texts have some ten thousand. The words of an erased artist must not stay
 * in a process that composes nothing more, so all are dropped some minutes after the first.
 */
const cacheMax = 20_000
const cacheMs = 600_000
const cache = new Map<string, readonly string[]>()

function listWordStems(word: string): readonly string[] {
  const known = cache.get(word)
  if (known !== undefined) return known
  // "brother's", "l'homme": either side of an apostrophe is a word of its own.
  const parts = word.split("'").filter((part) => !stopWords.has(part) && !/^\P{Script=Han}?$/u.test(part))
  const stems = parts.map(stemLightly)
  if (cache.size >= cacheMax) cache.clear()
  if (word.length > wordCharsMax) return stems
  if (cache.size === 0) setTimeout(() => cache.clear(), cacheMs).unref()
  cache.set(word, stems)
  return stems
}

/** How many members the two sets have in common. */
export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.intersection(other).size
}
