import { computeWordFamily } from './stemmer.ts'
import { synonymGroups } from './synonyms.ts'

/** One word of a query, and how much it counts beside the others: at most 1. */
export type Term = {
  word: string
  stem: string
  family: string
  weight: number
  /** A name or a number: the query is about this very one, and nothing related replaces it. */
  named: boolean
  /** Not a word of the query, but one that an answer is likely to contain. Its absence excludes nothing. */
  hint: boolean
}

/** Matches any number that answers a question. No word of a text has this family. */
export const numberFamily = '#'
const numbers =
  'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand dozen half once twice'

let related: Map<string, Set<string>> | undefined

/**
 * What a family is related to, for every family of a topic. A query finds what it is related to as well, at a discount.
 * Built at the first query, because it processes thousands of words and would delay the start.
 */
export function findRelatedFamilies(family: string): ReadonlySet<string> | undefined {
  related ??= parseRelatives(synonymGroups).set(numberFamily, new Set(numbers.split(' ').map(computeWordFamily)))
  return related.get(family)
}

/** A longer query is specific enough, and words related to all of its terms would match half of every text. */
const relatedTermsMax = 12

/**
 * The keys of the index under which words for these terms are filed, with what is related to them. A name is related to
 * nothing.
 */
export function expandFamilies(terms: Term[]): string[] {
  const withRelated = terms.length <= relatedTermsMax
  return [
    ...new Set(
      terms.flatMap(({ family, named }) => [family, ...((withRelated && !named && findRelatedFamilies(family)) || [])]),
    ),
  ]
}

function parseRelatives(lines: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines.trim().split(/[|\n]/)) {
    const families = new Set(line.split(' ').map(computeWordFamily))
    for (const family of families) found.set(family, (found.get(family) ?? new Set()).union(families))
  }
  for (const [family, others] of found) others.delete(family)
  return found
}
