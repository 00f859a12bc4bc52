import type { HistoryEntry, HistoryFieldName } from '#src/contract/types.gen.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import type { Field, FieldWindow } from '#src/http/pagination/text-pager.ts'
import type { AnswerRow, CorrectionRow, HistoryFrom } from './history-queries.ts'

/**
 * An entry of the history: its texts, how it looks with the windows a page has room for, and the place of a page that
 * begins with it.
 */
export type HistoryItem = {
  from: HistoryFrom
  fields: Field<HistoryFieldName>[]
  view: (windows: FieldWindow<HistoryFieldName>[]) => HistoryEntry
}

export const viewCorrectionItem = (row: CorrectionRow): HistoryItem => ({
  from: { part: 'correction', at: viewInstantOrNull(row.created_at), id: row.id },
  fields: [
    { name: 'claim', text: row.claim },
    { name: 'correction', text: row.correction },
  ],
  view: (windows) => ({
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
    fields: windows.map(viewWindow),
  }),
})

export const answerItem = (row: AnswerRow): HistoryItem => ({
  from: { part: 'answer', at: viewInstantOrNull(row.offered_at), id: row.id },
  fields: [
    { name: 'question', text: row.question },
    { name: 'answer', text: row.answer },
  ],
  view: (windows) => ({
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
    fields: windows.map(viewWindow),
  }),
})

const viewWindow = ({ name, ...window }: FieldWindow<HistoryFieldName>) => ({ field: name, ...window })
