import { familyOf, stemOf } from './families.ts'
import { faintWords, silentWords } from './stop-words.ts'
import { searchWordsOf } from './words.ts'

/** One word of a query, and how much it counts beside the others: at most 1. */
export type Term = {
  word: string
  stem: string
  family: string
  weight: number
  /** A name or a number: the query is about this very one, and nothing related stands in for it. */
  named: boolean
}

/** A query as it is searched: its terms in the order of their first standing, and which follow each other. */
export type Query = { terms: Term[]; pairs: [number, number][] }

/** Longer queries are read to here: 500 code points hold no more terms that a reader would tell apart. */
const termsMax = 24

const weights = { faint: 0.3, ownName: 0.25 }

/**
 * The terms of a query. Words that say nothing fall away where others are left. The artist's own name stands in every text, so it
 * counts little beside other words (operations, section 6).
 */
export function readQuery(query: string, artistName: string): Query {
  const all = searchWordsOf(query)
  const telling = all.filter(({ word }) => !silentWords.has(word))
  const kept = telling.length > 0 ? telling : all
  const own = new Set(searchWordsOf(artistName).map(({ word }) => word))
  const othersThanOwn = kept.some(({ word }) => !own.has(word) && !faintWords.has(word))
  const weightOf = (word: string) => {
    if (own.has(word)) return othersThanOwn ? weights.ownName : 1
    return faintWords.has(word) && kept.length > 1 ? weights.faint : 1
  }
  const terms: Term[] = []
  const places: number[] = []
  for (const { word, start } of kept) {
    const stem = stemOf(word)
    let place = terms.findIndex((term) => term.stem === stem)
    if (place < 0 && terms.length < termsMax) {
      const named = isNamed(query, start) && (start > 0 || kept.length === 1)
      place = terms.push({ word, stem, family: familyOf(word), weight: weightOf(word), named }) - 1
    }
    if (place >= 0) places.push(place)
  }
  const pairs = places.slice(1).map((place, at): [number, number] => [places[at] ?? 0, place])
  return { terms, pairs: pairs.filter(([one, other]) => one !== other) }
}

/** Whether the word at an offset of the query is written as a name or a number. */
const isNamed = (query: string, start: number) => /^['’‘]?[\p{Lu}\p{N}]/u.test(query.slice(start))
