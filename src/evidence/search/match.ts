import type { ParsedQuery, Term } from './parse-query.ts'
import { findRelatedStems } from './related-words.ts'
import { computeSimilarity } from './spelling.ts'

/** One row of the index: a word of one segment of a source. */
export type Posting = {
  source_id: string
  revision: string
  segment: number
  stem: string
  word: string
  /** The numbers of the sentences, with commas. */
  sentences: string
  /** How often the word occurs in all that is searched; its postings may hold fewer places. */
  total: number
}

/** How well a word of a text matches a term; at most 1. */
const quality = { stem: 1, related: 0.56, misspelt: 0.8 }

const findRelated = ({ stem, isName }: Term) => (isName ? new Set<string>() : findRelatedStems(stem))

/** A term of the query that a word of the index stands for. */
export type Match = { term: Term; quality: number }

/** The keys of the index under which words for a query are filed, with what is related to them. */
export const listQueryStems = ({ terms, compounds }: ParsedQuery): string[] => [
  ...terms.flatMap((term) => [term.stem, ...findRelated(term)]),
  ...compounds.keys(),
]

/** The terms that occur in no text in any inflection: misspelt, or not mentioned. */
export function findUnknownTerms({ terms, compounds }: ParsedQuery, postings: Posting[]): Term[] {
  const stems = new Set(postings.map(({ stem }) => stem))
  const compounded = new Set([...compounds].flatMap(([stem, joined]) => (stems.has(stem) ? joined : [])))
  return terms.filter((term) => !stems.has(term.stem) && !compounded.has(term))
}

/**
 * The one term that a word stands for best: an occurrence that counted for two would make a single word look like an
 * answer. A compound stands for each of its parts, a misspelt word only for a term that no text has.
 */
export function findMatches({ terms, compounds }: ParsedQuery, { word, stem }: Posting, unknown: Term[]): Match[] {
  const computeQuality = (term: Term): number => {
    if (stem === term.stem) return quality.stem
    const misspelt = unknown.includes(term) ? quality.misspelt * computeSimilarity(term.word, word) : 0
    return Math.max(misspelt, findRelated(term).has(stem) ? quality.related : 0)
  }
  const found = terms.map((term) => ({ term, quality: computeQuality(term) }))
  const best = found.reduce((one, other) => (other.quality > one.quality ? other : one))
  const joined = compounds.get(stem)
  if (joined !== undefined && best.quality < quality.stem)
    return joined.map((term) => ({ term, quality: quality.stem }))
  return best.quality > 0 ? [best] : []
}
