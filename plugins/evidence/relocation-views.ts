import type { Reference, Relocation } from '#src/contract/types.gen.ts'
import type { RelocatedQuote } from '#src/evidence/relocate/relocate.ts'
import type { CitedReference, CitedRow } from './relocation-queries.ts'

/** The new place of the words, as a reference that can be cited without a change; null if they were not found. */
export function viewRelocation(
  cited: CitedReference,
  { current_revision: revision }: CitedRow,
  found: RelocatedQuote | undefined,
): Relocation {
  if (found === undefined || revision === null) return { status: 'ok', reference: null, score: 0, exact: false }
  const { start, end, quote, score, exact } = found
  return {
    status: 'ok',
    reference: viewReference(cited, { revision, start, end, quote }),
    // Rounded down, so that only a complete match is 1.
    score: Math.floor(score * 1_000) / 1_000,
    exact,
  }
}

const viewReference = (
  { kind, id }: CitedReference,
  window: { revision: string; start: number; end: number; quote: string },
): Reference => (kind === 'original' ? { kind, sourceId: id, ...window } : { kind, entryId: id, ...window })
