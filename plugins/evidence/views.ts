import type { EvidenceReading } from '#src/contract/types.gen.ts'
import { viewPassage } from '#src/evidence/references/passage.ts'
import type { Page } from '#src/text/windows.ts'
import type { PassageRow } from './queries.ts'

export function viewReading(row: PassageRow, revision: string, totalChars: number, page: Page): EvidenceReading {
  return { status: 'ok', passage: viewPassage(row, revision, page), totalChars, nextStart: page.nextStart }
}
