import type { ReadResponse, ResponseVersion, SavedResponse } from '#src/contract/types.gen.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import type { ResponseQuestion, Version } from './queries.ts'
import { formatEtag } from './rules.ts'

/** An answered question with one version of its answer (interface, section 2.6). */
export const viewResponse = (question: ResponseQuestion, version: Version): SavedResponse => ({
  id: question.id,
  questionKey: question.question_key,
  question: question.question,
  answer: version.answer,
  source: question.source as SavedResponse['source'],
  sitting: question.sitting,
  offeredAt: viewInstantOrNull(question.offered_at),
  answerUpdatedAt: viewInstantOrNull(version.saved_at),
  revision: version.revision,
})

/** The HTTP response to a read or a write of one saved response, with its revision as the entity tag. */
export const viewReadResponse = (question: ResponseQuestion, version: Version) => ({
  status: 200 as const,
  headers: { etag: formatEtag(version.revision) },
  body: {
    status: 'ok',
    response: viewResponse(question, version),
    isCurrent: version.revision === question.revision,
  } satisfies ReadResponse,
})

export const viewVersion = (
  question: ResponseQuestion,
  version: Version & { note: string | null },
): ResponseVersion => ({
  response: viewResponse(question, version),
  savedAt: viewInstantOrNull(version.saved_at),
  note: version.note,
  isCurrent: version.revision === question.revision,
})
