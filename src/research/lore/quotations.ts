import type { Draft } from './draft.ts'
import type { DraftEvidence } from './draft-evidence.ts'
import { mayJoin } from './joining.ts'
import type { Lore } from './render.ts'
import { getEvidence } from './runs.ts'

export type Citation = Lore['citations'][number]

/**
 * Where a drafted sentence quotes its evidence, unit for unit, in the order of the sentence. Undefined when there is no
 * quotation, when one is not the whole of its evidence or not in the sentence, or when what joins them has content of
 * its own.
 */
export function findQuotations(
  { text, citations }: Draft['sentences'][number],
  evidence: ReadonlyMap<string, DraftEvidence>,
  artistName: string,
): Citation[] | undefined {
  const cited: { citation: Citation; source: DraftEvidence }[] = []
  for (const { evidence: id, quote } of citations) {
    const source = evidence.get(id)
    const citation = source && buildCitation(text, quote, source)
    if (source === undefined || citation === undefined) return undefined
    cited.push({ citation, source })
  }
  cited.sort((a, b) => a.citation.start - b.citation.start)
  const areDisjoint = cited.every(({ citation }, at) => citation.start >= (cited[at - 1]?.citation.end ?? 0))
  if (cited.length === 0 || !areDisjoint) return undefined
  const joint = cited.reduceRight(
    (rest, { citation: { start, end } }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  )
  const sources = cited.map(({ source }) => source)
  return mayJoin(joint, sources, artistName) ? cited.map(({ citation }) => citation) : undefined
}

/** A part of what was said may say something else: a quotation is all of its evidence, but for the mark at its end. */
function buildCitation(text: string, quote: string, { run, span, text: whole }: DraftEvidence): Citation | undefined {
  const isBeginning = whole.startsWith(quote)
  const isWhole = isBeginning && /^[.!?…]?["'”’»)\]]*$/.test(whole.slice(quote.length))
  const start = quote === '' ? -1 : text.indexOf(quote)
  if (!isWhole || start === -1) return undefined
  return {
    start,
    end: start + quote.length,
    ...getEvidence(run),
    quoteStart: span.start,
    quoteEnd: span.start + quote.length,
  }
}
