import { setImmediate } from 'node:timers/promises'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { type RelocatedWindow, relocateInSteps } from '#src/evidence/relocate/relocate.ts'
import type { CitedReference } from './relocation-queries.ts'
import { type CitedRow, findCitedText } from './relocation-queries.ts'
import { extractQuote, parseCitedReference } from './relocation-rules.ts'
import { viewRelocation } from './relocation-views.ts'

/** An addition to the interface: where the words of a stale reference stand now. */
export const relocateReference: Handler<'relocateReference'> = async ({ path, query, caller }, { db }) => {
  const cited = parseCitedReference(query)
  const row = await findCitedText(db, caller, path.id, cited)
  const found = extractQuote(row, cited)
  if (typeof found === 'string') throw new Problem(found)
  return { status: 200, body: viewRelocation(cited, row, await placeNow(row, cited, found.quote)) }
}

/** In the current revision itself a quote stands where it was cited. */
async function placeNow(row: CitedRow, { revision, start, end }: CitedReference, quote: string) {
  if (row.current_revision === revision) return { quote, place: { start, end, score: 1, exact: true } }
  const text = row.current_text ?? ''
  const place = await inParts(relocateInSteps(quote, text, start))
  return place && { quote: text.slice(place.start, place.end), place }
}

/** Other requests are answered between two parts, so that a text of four million characters blocks none. */
async function inParts(search: Generator<void, RelocatedWindow | undefined>): Promise<RelocatedWindow | undefined> {
  for (let step = search.next(); ; step = search.next()) {
    if (step.done) return step.value
    await setImmediate()
  }
}
