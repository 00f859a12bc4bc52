import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { type RelocatedQuote, relocateInSource, relocateInText } from '#src/evidence/relocate/relocate.ts'
import { extractQuote, findCitedText, parseCitedReference, viewRelocation } from './relocation.ts'

/** An addition to the interface: finds where the words of a stale reference are in the current text. */
export const relocateReference: Handler<'relocateReference'> = async ({ path, query, caller }, { db }) => {
  const cited = parseCitedReference(query)
  const row = await findCitedText(db, caller, path.id, cited)
  const found = extractQuote(row, cited)
  if (typeof found === 'string') throw new Problem(found)
  const { quote } = found
  const { id: sourceId, start: expectedStart, end } = cited
  const { current, current_revision: revision } = row
  let location: RelocatedQuote | undefined
  // The cited revision is the current one, so the quote is still where it was cited.
  if (revision === cited.revision) location = { quote, start: expectedStart, end, score: 1, exact: true }
  else if (current?.answer !== undefined) location = await relocateInText(quote, current.answer, expectedStart)
  else if (current !== undefined && revision !== null) {
    const text = { sourceId, revision, totalChars: current.totalChars }
    const scope = { caller, artistId: path.id }
    const withdraw = () => new Problem('evidence_changed')
    location = await relocateInSource(db, scope, text, { quote, expectedStart }, withdraw)
  }
  return { status: 200, body: viewRelocation(cited, row, location) }
}
