import type { TimeSliced } from '#src/text/time-slices.ts'
import { findRelatedFamilies } from './expand-query.ts'
import type { ParsedQuery, Term } from './parse-query.ts'
import { computeSimilarity } from './spelling.ts'
import { stemWord } from './stemmer.ts'

/** One row of the index: a word of one segment of a source. */
export type Posting = {
  source_id: string
  revision: string
  segment: number
  family: string
  word: string
  sentences: number[]
  offsets: number[]
  /** How often the word occurs in all that is searched; its postings may hold fewer places. */
  total: number
}

/** How well a word of a text matches a term; at most 1. */
export const quality = { word: 1, stem: 0.96, family: 0.6, related: 0.56, misspelt: 0.8 }

/** A word of the index that matches a term of the query. */
export type Match = { term: number; posting: Posting; quality: number; direct: boolean }

/** The terms that occur in no text in any inflection: misspelt, or not mentioned. */
export function findUnknownTerms(query: ParsedQuery, postings: Posting[]): Term[] {
  const words = new Set(postings.map(({ word }) => word))
  const stems = new Set([...words].map(stemWord))
  return query.terms.filter(({ stem, hint }) => !hint && !stems.has(stem))
}

/** Which of these words stand for a term. A misspelt word counts only for a term that no text has. */
export function* matchTerms(query: ParsedQuery, postings: Posting[]): TimeSliced<Match[]> {
  const unknown = new Set(findUnknownTerms(query, postings))
  const known = new Map<string, Omit<Match, 'posting'>>()
  const matches: Match[] = []
  for (const [at, posting] of postings.entries()) {
    if (at % postingsPerStep === 0) yield
    const form = known.get(posting.word) ?? findBestTerm(query, posting, unknown)
    known.set(posting.word, form)
    if (form.quality > 0) matches.push({ posting, ...form })
  }
  return matches
}

/** At most a few milliseconds, if all terms are different words. */
const postingsPerStep = 64

/**
 * The one term that a word matches best: an occurrence that counted for two would make a single word look like an
 * answer.
 */
function findBestTerm(query: ParsedQuery, { word, family }: Posting, unknown: ReadonlySet<Term>) {
  const form = { word, stem: stemWord(word), family }
  let best = { term: -1, quality: 0, direct: false }
  for (const [index, term] of query.terms.entries()) {
    const found = compareWithTerm(term, form, unknown.has(term))
    if (found.quality > best.quality) best = { term: index, ...found }
  }
  return best
}

function compareWithTerm(
  term: Term,
  { word, stem, family }: { word: string; stem: string; family: string },
  unknown: boolean,
) {
  if (word === term.word) return { quality: quality.word, direct: true }
  if (stem === term.stem) return { quality: quality.stem, direct: true }
  const alike = unknown ? computeSimilarity(term.word, word) : 0
  if (alike > 0) return { quality: quality.misspelt * alike, direct: true }
  if (family === term.family) return { quality: quality.family, direct: false }
  if (!term.named && findRelatedFamilies(term.family)?.has(family)) return { quality: quality.related, direct: false }
  return { quality: 0, direct: false }
}
