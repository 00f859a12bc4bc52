import type { HistoryEntry, HistoryFieldName } from '#src/contract/types.gen.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import type { Field } from '#src/http/pagination/text-pager.ts'
import type { AnswerRow, CorrectionRow } from './history-queries.ts'

/** An entry of the history: when it was offered or recorded, its texts, and what is shown beside them. */
export type HistoryItem = {
  at: string | null
  fields: Field<HistoryFieldName>[]
  entry: Omit<HistoryEntry, 'fields'>
}

export const viewCorrection = (row: CorrectionRow): HistoryItem => ({
  at: viewInstantOrNull(row.created_at),
  fields: [
    { name: 'claim', text: row.claim },
    { name: 'correction', text: row.correction },
  ],
  entry: {
    entryId: row.id,
    revision: row.revision,
    kind: 'correction',
    questionKey: null,
    answerState: null,
    sitting: null,
    offeredAt: null,
    answerUpdatedAt: null,
    source: null,
    correctionKind: row.correction_kind,
    references: [],
  },
})

export const viewAnswer = (row: AnswerRow): HistoryItem => ({
  at: viewInstantOrNull(row.offered_at),
  fields: [
    { name: 'question', text: row.question },
    { name: 'answer', text: row.answer },
  ],
  entry: {
    entryId: row.id,
    revision: row.revision,
    kind: 'answer',
    questionKey: row.question_key,
    answerState: row.state as HistoryEntry['answerState'],
    sitting: row.sitting,
    offeredAt: viewInstantOrNull(row.offered_at),
    answerUpdatedAt: row.state === 'offered' ? null : viewInstantOrNull(row.answer_updated_at),
    source: row.source as HistoryEntry['source'],
    correctionKind: null,
    references: row.citations as HistoryEntry['references'],
  },
})
