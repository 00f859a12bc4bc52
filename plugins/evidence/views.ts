import type { EvidenceReading } from '#src/contract/types.gen.ts'
import { viewEvidencePassage } from '#src/evidence/references/passage.ts'
import type { Page } from '#src/text/windows.ts'
import type { PassageRow } from './queries.ts'

export function viewEvidenceReading(
  row: PassageRow,
  revision: string,
  totalChars: number,
  page: Page,
): EvidenceReading {
  return { status: 'ok', passage: viewEvidencePassage(row, revision, page), totalChars, nextStart: page.nextStart }
}
