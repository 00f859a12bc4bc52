import type { TimeSliced } from '#src/text/time-slices.ts'
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
  sentences: number[]
  /** How often the word occurs in all that is searched; its postings may hold fewer places. */
  total: number
}

/** How well a word of a text matches a term; at most 1. */
export const quality = { stem: 1, related: 0.56, misspelt: 0.8 }

/** A word of the index that matches a term of the query. */
export type Match = { term: Term; posting: Posting; quality: number }

/** The keys of the index under which words for a query are filed, with what is related to them. */
export const listQueryStems = ({ terms, compounds }: ParsedQuery): string[] => [
  ...new Set([...terms.flatMap((term) => [term.stem, ...findRelated(term)]), ...compounds.keys()]),
]

/** The terms that occur in no text in any inflection: misspelt, or not mentioned. */
export function findUnknownTerms({ terms, compounds }: ParsedQuery, postings: Posting[]): Term[] {
  const stems = new Set(postings.map(({ stem }) => stem))
  const compounded = new Set([...compounds].flatMap(([stem, joined]) => (stems.has(stem) ? joined : [])))
  return terms.filter((term) => !stems.has(term.stem) && !compounded.has(term))
}

/** Which of these words stand for which terms. A misspelt word counts only for a term that no text has. */
export function* matchTerms(query: ParsedQuery, postings: Posting[]): TimeSliced<Match[]> {
  const unknown = new Set(findUnknownTerms(query, postings))
  const known = new Map<string, Omit<Match, 'posting'>[]>()
  const matches: Match[] = []
  for (const [at, posting] of postings.entries()) {
    if (at % postingsPerStep === 0) yield
    const forms = known.get(posting.word) ?? findTerms(query, posting, unknown)
    known.set(posting.word, forms)
    for (const form of forms) matches.push({ posting, ...form })
  }
  return matches
}

/** At most a few milliseconds, if all terms are different words. */
const postingsPerStep = 64

/**
 * The one term that a word matches best: an occurrence that counted for two would make a single word look like an
 * answer. A compound matches each of its parts.
 */
function findTerms(
  { terms, compounds }: ParsedQuery,
  { word, stem }: Posting,
  unknown: ReadonlySet<Term>,
): Omit<Match, 'posting'>[] {
  const found = terms.map((term) => ({ term, quality: computeQuality(term, word, stem, unknown.has(term)) }))
  const best = found.reduce((one, other) => (other.quality > one.quality ? other : one))
  if (best.quality === quality.stem) return [best]
  const joined = compounds.get(stem)
  if (joined !== undefined) return joined.map((term) => ({ term, quality: quality.stem }))
  return best.quality > 0 ? [best] : []
}

function computeQuality(term: Term, word: string, stem: string, isUnknown: boolean): number {
  if (stem === term.stem) return quality.stem
  const misspelt = isUnknown ? quality.misspelt * computeSimilarity(term.word, word) : 0
  return Math.max(misspelt, findRelated(term).has(stem) ? quality.related : 0)
}

const none: ReadonlySet<string> = new Set()
const findRelated = ({ stem, isName }: Term) => (!isName && findRelatedStems(stem)) || none
