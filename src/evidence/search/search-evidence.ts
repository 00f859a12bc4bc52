import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isAnswered } from './coverage-threshold.ts'
import { familiesOf } from './expand-query.ts'
import { readUnits } from './load-sentences.ts'
import { matchesOf, unknownTerms } from './match.ts'
import { readQuery } from './parse-query.ts'
import { findGround, type Ground, listPostings, listSpellings, type Scope } from './queries.ts'
import { rank } from './rank.ts'
import { type Passage, passagesOf, windowCharsOf } from './snippets.ts'
import { likeness, spellingOf } from './spelling.ts'

export type Wanted = { query: string; limit: number; maxChars: number }
export type Found = { ground: Ground; passages: Passage[]; truncated: boolean }

/**
 * The passages of an artist's eligible sources that match a query, best first (operations, section 6). Call it in a read-only transaction of
 * level `repeatable read`, so that what is found is still there when its text is read.
 * @throws Problem when the caller may not read of the artist
 */
export async function searchEvidence(db: Kysely<DB>, scope: Scope, wanted: Wanted): Promise<Found> {
  const ground = await findGround(db, scope)
  const query = readQuery(wanted.query, ground.name ?? '')
  const none = { ground, passages: [], truncated: false }
  if (ground.units === 0 || query.terms.length === 0) return none
  const postings = await listPostings(db, scope, 'family', familiesOf(query.terms))
  const unknown = unknownTerms(query, postings).filter(({ word }) => spellingOf(word) !== undefined)
  if (unknown.length > 0) {
    const spelt = await listSpellings(
      db,
      scope,
      unknown.flatMap(({ word }) => spellingOf(word) ?? []),
    )
    const meant = spelt.filter((word) => unknown.some((term) => likeness(term.word, word) > 0))
    if (meant.length > 0) postings.push(...(await listPostings(db, scope, 'word', meant)))
  }
  const anchors = rank(query, matchesOf(query, postings), { sources: ground.searched, units: ground.units })
  if (!isAnswered(anchors)) return none
  const unitAt = await readUnits(db, scope, anchors, wanted.limit)
  const windowChars = windowCharsOf(wanted.maxChars)
  return { ground, ...passagesOf(anchors, unitAt, { ...wanted, windowChars }) }
}
