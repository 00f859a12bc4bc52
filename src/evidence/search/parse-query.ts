import { findRelatedFamilies, numberFamily, type Term } from './expand-query.ts'
import { computeSimilarity } from './spelling.ts'
import { computeWordFamily, stemWord } from './stemmer.ts'
import { ignoredWords, lowWeightWords } from './stop-words.ts'
import { tokenizeForSearch } from './tokenize.ts'

export type { Term } from './expand-query.ts'

/** A query as it is searched: its terms in the order of their first occurrences, and which follow each other. */
export type ParsedQuery = { terms: Term[]; pairs: [number, number][] }

/** Further terms are ignored: a query of 500 code points seldom has more distinct terms. */
const termsMax = 24

const weights = { faint: 0.3, ownName: 0.25, hint: 0.5 }

/** Questions that are answered with a number. */
const asksForNumber = /\b(?:how (?:many|much|old|long|often|late|early|far|big)|when|what (?:year|age|time))\b/i
const number: Term = { word: '', stem: '', family: numberFamily, weight: weights.hint, named: false, hint: true }

/** The words in quotation marks. */
const quotations = /["“”„«»]([^"“”„«»]+)["“”«»]/gu

/**
 * The terms of a query. Stop words are dropped if other words remain. The artist's own name is in every text, so it
 * counts little beside other words (operations, section 6).
 */
export function parseQuery(query: string, artistName: string): ParsedQuery {
  const all = tokenizeForSearch(query)
  const quoted = [...query.matchAll(quotations)].map(({ index, 0: part }) => ({
    start: index,
    end: index + part.length,
  }))
  const isQuoted = (start: number) => quoted.some((part) => part.start < start && start < part.end)
  // Within quotation marks every word was meant.
  const telling = all.filter(({ word, start }) => !ignoredWords.has(word) || isQuoted(start))
  const selected = telling.length > 0 ? telling : all
  const isOwn = createOwnNameTest(artistName)
  const othersThanOwn = selected.some(({ word }) => !isOwn(word) && !lowWeightWords.has(word))
  const computeWeight = (word: string) => {
    if (isOwn(word)) return othersThanOwn ? weights.ownName : 1
    return (lowWeightWords.has(word) || ignoredWords.has(word)) && selected.length > 1 ? weights.faint : 1
  }
  // A capital makes a name; not the first word's, nor a known word's where all have one.
  const firstAt = all[0]?.start ?? 0
  const allNamed = selected.every(({ start }) => isNamed(query, start))
  const terms: Term[] = []
  const indices: number[] = []
  for (const { word, start } of selected) {
    const stem = stemWord(word)
    let index = terms.findIndex((term) => term.stem === stem)
    if (index < 0 && terms.length < termsMax) {
      const family = computeWordFamily(word)
      const named = isNamed(query, start) && (allNamed ? findRelatedFamilies(family) === undefined : start > firstAt)
      index = terms.push({ word, stem, family, weight: computeWeight(word), named, hint: false }) - 1
    }
    if (index >= 0) indices.push(index)
  }
  const pairs = indices.slice(1).map((index, at): [number, number] => [indices[at] ?? 0, index])
  if (asksForNumber.test(query)) terms.push(number)
  return { terms, pairs: pairs.filter(([one, other]) => one !== other) }
}

/** Recognises the words of the artist's name, misspelt ones too. */
function createOwnNameTest(artistName: string): (word: string) => boolean {
  const names = tokenizeForSearch(artistName).map(({ word }) => word)
  return (word) => names.some((name) => name === word || computeSimilarity(word, name) > 0)
}

/** Whether the word at an offset of the query is written as a name or a number. */
const isNamed = (query: string, start: number) => /^['’‘]?[\p{Lu}\p{N}]/u.test(query.slice(start))
