import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Relocation } from '#src/contract/types.gen.ts'
import { isQuote, type RelocatedQuote, relocateInSource, relocateInText } from '#src/evidence/relocate/relocate.ts'
import { findCitedAnswer, findCitedSource } from './relocation.ts'

/** An addition to the interface: finds where the words of a stale reference are in the current text. */
export const relocateReference: Handler<'relocateReference'> = async ({ path, query, caller }, { db }) => {
  const scope = { caller, artistId: path.id }
  // A source is named by its full identity, an answer by its bare uuid; ids are stored in lower case.
  const id = query.cited.toLowerCase()
  const isSource = id.includes(':')
  const { isWithdrawn, quote, current } = await (isSource ? findCitedSource : findCitedAnswer)(db, scope, id, query)
  if (isWithdrawn) throw new Problem('evidence_changed')
  if (!isQuote(quote)) throw new Problem('not_found')

  const { start, end } = query
  let found: RelocatedQuote | undefined
  if (current?.revision === query.revision) found = { quote, start, end, score: 1, exact: true }
  else if (current?.answer !== undefined) found = await relocateInText(quote, current.answer, start)
  else if (current !== undefined) {
    const withdraw = () => new Problem('evidence_changed')
    const text = { ...current, sourceId: id }
    found = await relocateInSource(db, scope, text, { quote, expectedStart: start }, withdraw)
  }
  return { status: 200, body: viewRelocation(isSource, id, current?.revision, found) }
}

/** The new place of the words, as a reference that can be cited without a change; null if they were not found. */
function viewRelocation(
  isSource: boolean,
  id: string,
  revision: string | undefined,
  found: RelocatedQuote | undefined,
): Relocation {
  if (found === undefined || revision === undefined) return { status: 'ok', reference: null, score: 0, exact: false }
  const { start, end, quote, score, exact } = found
  const window = { revision, start, end, quote }
  return {
    status: 'ok',
    reference: isSource ? { kind: 'original', sourceId: id, ...window } : { kind: 'answer', entryId: id, ...window },
    // Rounded down, so that only a complete match is 1.
    score: Math.floor(score * 1_000) / 1_000,
    exact,
  }
}
