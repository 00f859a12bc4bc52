import { stemWord } from '#src/text/stemmer.ts'
import { ignoredWords, lowWeightWords } from '#src/text/stop-words.ts'
import { findRelatedStems } from './related-words.ts'
import { computeSimilarity } from './spelling.ts'
import { type SearchWord, tokenizeForSearch, tokenizeSymbols } from './tokenize.ts'

/** One word of a query, and how much it counts beside the others: at most 1. */
export type Term = {
  word: string
  stem: string
  weight: number
  /** A name or a number: the query is about this very one, and nothing related replaces it. */
  named: boolean
}

/** A query as it is searched. `compounds` are words that stand for several of its terms, by their stems. */
export type ParsedQuery = { terms: Term[]; compounds: Map<string, number[]> }

/** Further terms are ignored: a query of 500 code points seldom has more distinct terms. */
const termsMax = 24

/** What a word counts that says how people ask, rather than what about. */
const lowWeight = 0.3

/**
 * The terms of a query. Stop words and the artist's own name, which is in every text, are dropped if other words remain
 * (operations, section 6).
 */
export function parseQuery(query: string, artistName: string): ParsedQuery {
  const all = tokenizeForSearch(query)
  const words = all.filter(({ parts }) => parts === 1)
  const isOwn = createOwnNameTest(artistName)
  const selected = selectFirstSome(
    words.filter(({ word }) => !ignoredWords.has(word) && !isOwn(word)),
    words.filter(({ word }) => !ignoredWords.has(word)),
    words,
    tokenizeSymbols(query),
  )
  const firstAt = words[0]?.start ?? 0
  const allNamed = selected.every(({ start }) => isNamed(query, start))
  const terms: Term[] = []
  const indices = new Map<SearchWord, number>()
  for (const found of selected) {
    const { word, start } = found
    const stem = stemWord(word)
    let index = terms.findIndex((term) => term.stem === stem)
    if (index < 0 && terms.length < termsMax) {
      // A capital makes a name; not the first word's, nor a known word's where all have one.
      const named = isNamed(query, start) && (allNamed ? findRelatedStems(stem) === undefined : start > firstAt)
      const weight = lowWeightWords.has(word) && selected.length > 1 ? lowWeight : 1
      index = terms.push({ word, stem, weight, named }) - 1
    }
    if (index >= 0) indices.set(found, index)
  }
  return { terms, compounds: findCompounds(all, indices) }
}

const selectFirstSome = (...lists: SearchWord[][]): SearchWord[] => lists.find(({ length }) => length > 0) ?? []

/** The compounds of a query, and its neighbouring words written as one: "hip hop" finds hiphop. */
function findCompounds(all: SearchWord[], indices: ReadonlyMap<SearchWord, number>): Map<string, number[]> {
  const compounds = new Map<string, number[]>()
  const add = (word: string, parts: SearchWord[]) => {
    const terms = parts.flatMap((part) => indices.get(part) ?? [])
    if (terms.length > 0) compounds.set(stemWord(word), [...new Set(terms)])
  }
  for (const [at, { word, parts }] of all.entries()) {
    const next = all[at + 1]
    if (parts > 1) add(word, all.slice(at - parts, at))
    else if (next?.parts === 1 && [word, next.word].every((one) => !ignoredWords.has(one)))
      add(word + next.word, all.slice(at, at + 2))
  }
  return compounds
}

/** Recognises the words of the artist's name, misspelt ones too. */
function createOwnNameTest(artistName: string): (word: string) => boolean {
  const names = tokenizeForSearch(artistName).map(({ word }) => word)
  return (word) => names.some((name) => name === word || computeSimilarity(word, name) > 0)
}

/** Whether the word at an offset of the query is written as a name or a number. */
const isNamed = (query: string, start: number) => /^['’‘]?[\p{Lu}\p{N}]/u.test(query.slice(start))
