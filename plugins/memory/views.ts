import type { Boundary, MemoryEntry, MemoryFieldName } from '#src/contract/types.gen.ts'
import { viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import type { Field, FieldWindow } from '#src/http/pagination/text-pager.ts'
import type { BoundaryRow } from './boundary-queries.ts'
import type { MemoryRow } from './queries.ts'

/** What each kind of entry calls its texts. */
const fieldNames = {
  latest_answer: ['question', 'answer'],
  correction: ['claim', 'correction'],
  boundary: ['question', 'wording'],
} as const satisfies Record<MemoryRow['kind'], readonly MemoryFieldName[]>

/** The texts of an entry under their names, in the order in which they are read. */
export function listMemoryFields(row: MemoryRow): Field<MemoryFieldName>[] {
  const texts = [row.first_text, row.second_text]
  return fieldNames[row.kind].map((name, at) => ({ name, text: texts[at] ?? null }))
}

/** An entry with the windows of its texts that a page has room for. */
export const viewMemoryEntry = (row: MemoryRow, fields: FieldWindow<MemoryFieldName>[]): MemoryEntry => ({
  entryId: row.id,
  revision: row.revision,
  kind: row.kind,
  fields,
  metadata: { ...row.facts, savedAt: viewInstantOrNull(row.saved_at) },
})

export const viewBoundary = (row: BoundaryRow): Boundary => ({
  id: row.id,
  revision: row.revision,
  wording: row.wording,
  scope: row.scope as Boundary['scope'],
  sitting: row.sitting,
  questionKey: row.question_key,
  question: row.question,
  createdAt: viewInstant(row.created_at),
  retractedAt: viewInstantOrNull(row.retracted_at),
})
