import type { ReadResponse, ResponseVersion, SavedResponse } from '#src/contract/types.gen.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import type { ResponseRow } from './queries.ts'

/** The strong entity tag of a revision. */
export const formatEtag = (revision: string): string => `"${revision}"`

/** An answered question with one version of its answer (interface, section 2.6). */
export const viewResponse = (row: ResponseRow): SavedResponse => ({
  id: row.id,
  questionKey: row.question_key,
  question: row.question,
  answer: row.answer,
  source: row.source,
  sitting: row.sitting,
  offeredAt: viewInstantOrNull(row.offered_at),
  answerUpdatedAt: viewInstantOrNull(row.answer_updated_at),
  revision: row.revision,
})

/** The HTTP response to a read or a write of one saved response, with its revision as the entity tag. */
export const viewReadResponse = (row: ResponseRow, currentRevision: string | null = row.revision) => ({
  status: 200 as const,
  headers: { etag: formatEtag(row.revision) },
  body: {
    status: 'ok',
    response: viewResponse(row),
    isCurrent: row.revision === currentRevision,
  } satisfies ReadResponse,
})

export const viewVersion = (row: ResponseRow & { note: string | null }, currentRevision: string): ResponseVersion => ({
  response: viewResponse(row),
  savedAt: viewInstantOrNull(row.answer_updated_at),
  note: row.note,
  isCurrent: row.revision === currentRevision,
})
