import type { EvidencePassage, EvidenceReading } from '#src/contract/types.gen.ts'
import { byKind } from '#src/evidence/kinds.ts'
import { publicUrl } from '#src/evidence/published.ts'
import type { Page } from '#src/text/windows.ts'
import type { PassageRow } from './queries.ts'

export function viewReading(row: PassageRow, revision: string, totalChars: number, page: Page): EvidenceReading {
  return { status: 'ok', passage: viewPassage(row, revision, page), totalChars, nextStart: page.nextStart }
}

/** What is not known of the evidence is left out; of a saved source its kind tells what was not recorded. */
function viewPassage(row: PassageRow, revision: string, { start, end, text }: Page): EvidencePassage {
  const url = publicUrl(row.url)
  const known = row.kind === 'discovery' ? undefined : byKind[row.kind]
  const evidenceKind = row.evidence_kind ?? known?.evidenceKind
  const speaker = row.speaker ?? known?.speaker
  return {
    sourceId: row.source_id,
    revision,
    start,
    end,
    text,
    ...(url !== null && { url }),
    curation: row.standing === 'approved' ? 'approved' : 'pending',
    ...(evidenceKind !== undefined && { evidenceKind }),
    // A verified speaker is neither of the two things that this passage can say.
    ...(speaker !== undefined && speaker !== 'verified' && { speaker }),
  }
}
