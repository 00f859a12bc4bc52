import type { Kysely } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type RelocatedQuote, relocateQuote } from '#src/evidence/relocate/relocate.ts'
import { type ReadRange, runTextSearch } from '#src/evidence/relocate/text-search.ts'
import { type CitedReference, type CitedRow, findCitedText, findTextWindow } from './relocation-queries.ts'
import { extractQuote, parseCitedReference } from './relocation-rules.ts'
import { viewRelocation } from './relocation-views.ts'

/** An addition to the interface: finds where the words of a stale reference are in the current text. */
export const relocateReference: Handler<'relocateReference'> = async ({ path, query, caller }, { db }) => {
  const cited = parseCitedReference(query)
  const row = await findCitedText(db, caller, path.id, cited)
  const found = extractQuote(row, cited)
  if (typeof found === 'string') throw new Problem(found)
  const { quote } = found
  // The cited revision is the current one, so the quote is still where it was cited.
  const location =
    row.current_revision === cited.revision
      ? { quote, start: cited.start, end: cited.end, score: 1, exact: true }
      : await searchCurrentText(db, path.id, cited, row, quote)
  return { status: 200, body: viewRelocation(cited, row, location) }
}

/** @throws Problem `evidence_changed` when the source is withdrawn while its text is searched */
async function searchCurrentText(
  db: Kysely<DB>,
  artistId: string,
  { id, start: expectedStart }: CitedReference,
  { current, current_revision: revision }: CitedRow,
  quote: string,
): Promise<RelocatedQuote | undefined> {
  if (current === undefined || revision === null) return undefined
  const { text: beginning, totalChars } = current
  const readWindow = async ({ start, end }: ReadRange) => {
    if (end <= beginning.length) return beginning.slice(start, end)
    const text = await findTextWindow(db, { artistId, sourceId: id, revision }, { start, end })
    if (text === undefined) throw new Problem('evidence_changed')
    return text
  }
  return await runTextSearch(relocateQuote(quote, { totalChars, expectedStart }), readWindow)
}
