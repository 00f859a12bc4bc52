import type { QuestionResearchRequest } from '#src/contract/types.gen.ts'
import { computeRevision } from '#src/text/revisions.ts'

/** What is to be found out. It is the payload of the job. */
export type QuestionRequest = ReturnType<typeof completeRequest>

/** Fills in every optional field of a request. */
export const completeRequest = (body: QuestionResearchRequest) => ({
  topic: body.topic,
  evidenceNeed: body.evidenceNeed,
  freshness: body.freshness ?? 'stored',
  retrieval: body.retrieval ?? 'relevance',
  targetUrl: body.targetUrl ?? null,
  platform: body.platform ?? null,
  fromDate: body.fromDate ?? null,
  toDate: body.toDate ?? null,
})

/** The prefix of the purpose of every such job; the condition of an index repeats it (migration 0050). */
const purposePrefix = 'question:'

/** Equal requests share one job: of a purpose one job is live at most. */
export const buildPurpose = (request: QuestionRequest): string => `${purposePrefix}${computeRevision(request)}`

export const isQuestionJob = ({ purpose }: { purpose: string }): boolean => purpose.startsWith(purposePrefix)
