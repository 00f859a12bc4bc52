import type { Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Relocation } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText, isWithdrawn } from '#src/evidence/references/eligible-sources.ts'
import {
  selectResolvedReferences,
  sliceReference,
  toReferencesParameter,
} from '#src/evidence/references/resolve-references.ts'
import { isQuote, type RelocatedQuote, relocateInSource } from '#src/evidence/relocate/relocate.ts'

/**
 * A quote is not longer than this many UTF-16 code units: 1600 characters of two. More of a claimed window is not read.
 */
const quoteCharsMax = 3_200

/** An addition to the interface: finds where the words of a stale reference are in the current text of its source. */
export const relocateReference: Handler<'relocateReference'> = async ({ path, query, caller }, { db }) => {
  const artistId = path.id
  const { revision, start, end } = query
  // Ids are stored in lower case.
  const sourceId = query.cited.toLowerCase()
  const window = { revision, start, end: Math.max(start, Math.min(end, start + quoteCharsMax)) }
  const cited = { kind: 'original', sourceId, ...window } as const
  const { current, resolved } = await readAuthorized(db, { caller, artistId }, [
    jsonObjectFrom(selectCurrent(db, artistId, sourceId)).as('current'),
    selectResolvedReferences(artistId, toReferencesParameter([cited]), { anyKept: true }).as('resolved'),
  ])
  if (current === null) throw new Problem('not_found')
  if (current.isWithdrawn) throw new Problem('evidence_changed')
  const quote = sliceReference(cited, resolved[0])
  if (!isQuote(quote) || end !== cited.end) throw new Problem('not_found')

  let found: RelocatedQuote | undefined
  if (current.revision === revision) found = { quote, start, end, score: 1, exact: true }
  else if (current.revision !== null) {
    const text = { sourceId, revision: current.revision }
    found = await relocateInSource(db, { caller, artistId }, text, { quote, expectedStart: start })
  }
  return { status: 200, body: viewRelocation(sourceId, current.revision, found) }
}

/** The new place of the words, as a reference that can be cited without a change; null if they were not found. */
function viewRelocation(sourceId: string, revision: string | null, found: RelocatedQuote | undefined): Relocation {
  if (found === undefined || revision === null) return { status: 'ok', reference: null, score: 0, exact: false }
  const { start, end, quote, score, exact } = found
  // Rounded down, so that only a complete match is 1.
  const rounded = Math.floor(score * 1_000) / 1_000
  const reference = { kind: 'original', sourceId, revision, start, end, quote } as const
  return { status: 'ok', reference, score: rounded, exact }
}

/** The current state of a source, which may be removed or rejected. */
const selectCurrent = (db: Kysely<DB>, artistId: string, sourceId: string) =>
  db
    .selectFrom('sources as s')
    .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .select('c.revision')
    .select(isWithdrawn(artistId).as('isWithdrawn'))
    .where('s.artist_id', '=', artistId)
    .where('s.source_id', '=', sourceId)
    .where('s.is_private', '=', false)
    .where('s.curation', '<>', 'pending')
