import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Relocation } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'
import {
  selectResolvedReferences,
  sliceReference,
  toReferencesParameter,
} from '#src/evidence/references/resolve-references.ts'
import { isQuote, type RelocatedQuote, relocateInSource, relocateInText } from '#src/evidence/relocate/relocate.ts'

/**
 * A quote is not longer than this many UTF-16 code units: 1600 characters of two. More of a claimed window is not read.
 */
const quoteCharsMax = 3_200

/** An addition to the interface: finds where the words of a stale reference are in the current text. */
export const relocateReference: Handler<'relocateReference'> = async ({ path, query, caller }, { db }) => {
  const artistId = path.id
  const { revision, start, end } = query
  // A source is named by its full identity, an answer by its bare uuid; ids are stored in lower case.
  const id = query.cited.toLowerCase()
  const isSource = id.includes(':')
  const identity = isSource ? ({ kind: 'original', sourceId: id } as const) : ({ kind: 'answer', entryId: id } as const)
  const cited = { ...identity, revision, start, end: Math.max(start, Math.min(end, start + quoteCharsMax)) }
  const { current, resolved } = await readAuthorized(db, { caller, artistId }, [
    (isSource ? selectSource : selectAnswer)(db, artistId, id).as('current'),
    selectResolvedReferences(artistId, toReferencesParameter([cited]), { anyKept: true }).as('resolved'),
  ])
  if (current === null) throw new Problem('not_found')
  if (current.isWithdrawn) throw new Problem('evidence_changed')
  const quote = sliceReference(cited, resolved[0])
  if (!isQuote(quote) || end !== cited.end) throw new Problem('not_found')

  const { answer, totalChars } = current
  let found: RelocatedQuote | undefined
  if (current.revision === revision) found = { quote, start, end, score: 1, exact: true }
  else if (answer !== null) found = await relocateInText(quote, answer, start)
  else if (current.revision !== null && totalChars !== null) {
    const text = { sourceId: id, revision: current.revision, totalChars }
    found = await relocateInSource(db, { caller, artistId }, text, { quote, expectedStart: start })
  }
  return { status: 200, body: viewRelocation(identity, current.revision, found) }
}

/** The new place of the words, as a reference that can be cited without a change; null if they were not found. */
function viewRelocation(
  identity: { kind: 'original'; sourceId: string } | { kind: 'answer'; entryId: string },
  revision: string | null,
  found: RelocatedQuote | undefined,
): Relocation {
  if (found === undefined || revision === null) return { status: 'ok', reference: null, score: 0, exact: false }
  const { start, end, quote, score, exact } = found
  // Rounded down, so that only a complete match is 1.
  const rounded = Math.floor(score * 1_000) / 1_000
  return { status: 'ok', reference: { ...identity, revision, start, end, quote }, score: rounded, exact }
}

/** The current state of what is cited: a source that may be removed or rejected, or an answer. */
type Current = { isWithdrawn: boolean; revision: string | null; totalChars: number | null; answer: string | null }
type SelectCurrent = (db: Kysely<DB>, artistId: string, id: string) => RawBuilder<Current | null>

const selectSource: SelectCurrent = (db, artistId, sourceId) =>
  jsonObjectFrom(
    db
      .selectFrom('sources as s')
      .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
      .select(['c.revision', 'c.total_chars as totalChars', sql<null>`null`.as('answer')])
      .select(sql<boolean>`s.removed_at is not null or s.curation = 'rejected'`.as('isWithdrawn'))
      .where('s.artist_id', '=', artistId)
      .where('s.source_id', '=', sourceId)
      .where('s.is_private', '=', false)
      .where('s.curation', '<>', 'pending'),
  )

const selectAnswer: SelectCurrent = (db, artistId, entryId) =>
  jsonObjectFrom(
    db
      .selectFrom('interview_entries')
      .select(['revision', 'answer', sql<null>`null`.as('totalChars'), sql<boolean>`false`.as('isWithdrawn')])
      .where('artist_id', '=', artistId)
      .where('id', '=', entryId)
      .where('state', '=', sql.lit('answered' as const)),
  )
