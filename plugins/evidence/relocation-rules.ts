import { isQuote } from '#src/evidence/relocate/relocate.ts'
import { sliceSegment } from '#src/text/windows.ts'
import type { CitedReference, CitedRow } from './relocation-queries.ts'

/** A source is named by its full identity, an answer by its bare uuid; ids are stored in lower case. */
export const parseCitedReference = ({
  cited,
  ...window
}: {
  cited: string
  revision: string
  start: number
  end: number
}): CitedReference => ({
  kind: cited.includes(':') ? 'original' : 'answer',
  id: cited.toLowerCase(),
  ...window,
})

/**
 * The cited words, or why there are none: evidence that can no longer be cited is distinguished from an id that was
 * never evidence.
 */
export function extractQuote(
  { status, segment }: CitedRow,
  { start, end }: CitedReference,
): { quote: string } | 'not_found' | 'evidence_changed' {
  if (status === 'withdrawn') return 'evidence_changed'
  const quote = status === 'citable' && segment !== undefined ? sliceSegment(segment, start, end) : undefined
  return isQuote(quote) ? { quote } : 'not_found'
}
