import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { checkReferences } from '#src/evidence/references/resolve-references.ts'
import type { HashedReference } from '#src/text/revisions.ts'
import { resolve } from '../../../evidence/resolve.ts'
import type { Random } from '../../../text/seed.ts'
import type { Differences } from '../differences.ts'
import { type StoredText, sliceWindow, type Window } from './texts.ts'

/** A claim about a source, and whether it holds. */
export type Claim = { reference: HashedReference & { kind: 'original' }; holds: boolean }

/** The window's own text is claimed, or now and then another one of equal length. */
export function drawClaim(random: Random, stored: StoredText, window: Window): Claim {
  const { sourceId, revision } = stored
  const slice = sliceWindow(stored, window)
  const units = slice ?? readUnits(stored, window)
  const isAltered = units.length > 0 && random.below(4) === 0
  const quote = isAltered ? alterOneUnit(random, units) : units
  return {
    reference: { kind: 'original', sourceId, revision, ...window, quote },
    holds: slice !== undefined && quote === slice,
  }
}

/** The units of a window that cannot be cited, halves of pairs included, as many as the window claims. */
const readUnits = ({ text }: StoredText, { start, end }: Window): string =>
  text.substring(start, Math.max(start, end)).padEnd(end - start, '.')

/** One unit replaced. */
function alterOneUnit(random: Random, units: string): string {
  const at = random.below(units.length)
  const other = units[at] === '.' ? ',' : '.'
  return `${units.slice(0, at)}${other}${units.slice(at + 1)}`
}

/** Checks the claims as an offer does, in one statement, each by itself. */
export async function checkClaims(db: Kysely<DB>, artistId: string, claims: Claim[], { differ }: Differences) {
  const references = claims.map(({ reference }) => reference)
  const resolved = await resolve(db, artistId, references)
  differ('how many were reopened', claims.length, resolved.length)
  for (const [at, { reference, holds }] of claims.entries()) {
    const { state } = checkReferences([reference], resolved.slice(at, at + 1))
    const { start, end, quote } = reference
    differ(`the claim [${start}, ${end}) “${quote.slice(0, 20)}”`, holds ? 'as_quoted' : 'not_as_quoted', state)
  }
}
