import { familyOf } from './families.ts'
import { matters } from './matters.ts'
import type { Term } from './query.ts'

/** What a family is related to, for every family that stands in a matter. A query finds what it is related to as well, at a discount. */
export const related: ReadonlyMap<string, ReadonlySet<string>> = relatives(matters)

/** The keys of the index under which words for these terms are filed, with what is related to them. A name is related to nothing. */
export function familiesOf(terms: Term[]): string[] {
  return [...new Set(terms.flatMap(({ family, named }) => [family, ...((!named && related.get(family)) || [])]))]
}

function relatives(lines: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines.trim().split(/[|\n]/)) {
    const families = new Set(line.split(' ').map(familyOf))
    for (const family of families) found.set(family, (found.get(family) ?? new Set()).union(families))
  }
  for (const [family, others] of found) others.delete(family)
  return found
}
